import type { KeyboardEvent, Ref } from 'react'
import { keypress } from '#commands/keyboard/keypress.ts'
import { Field } from '../../ui/fields/Field.tsx'
import { useFieldIds } from '../../ui/fields/useFieldIds.ts'
import { isMac, Kbd } from '../../ui/Kbd.tsx'
import { useT } from '../../useConsole.tsx'
import styles from './Preferences.module.css'

interface KeyRecorderProps {
  ref: Ref<HTMLInputElement>
  /** The keys of the chord so far. */
  pressed: readonly string[]
  onPressed(keys: readonly string[]): void
  onDone(): void
  error: string | null
}

const MAX_KEYS = 3

/** Records the pressed keys. Tab and Escape leave it, Backspace removes the last key, Enter finishes. */
export function KeyRecorder({ ref, pressed, onPressed, onDone, error }: KeyRecorderProps) {
  const t = useT()
  const hint = t('preferences.keys.hint')
  const parts = useFieldIds(error, hint)

  function onKeyDown(event: KeyboardEvent) {
    const key = keypress(event.nativeEvent, isMac)
    if (key === null || key === 'tab' || key === 'shift+tab' || key === 'escape') return
    event.preventDefault()
    if (event.repeat) return
    if (key === 'enter') onDone()
    else if (key === 'backspace') onPressed(pressed.slice(0, -1))
    // A key with a modifier cannot be part of a chord.
    else if (key.length > 1 || pressed.some((one) => one.length > 1)) onPressed([key])
    else onPressed([...pressed, key].slice(-MAX_KEYS))
  }

  return (
    <Field parts={parts} label={t('preferences.keys.new')} hint={hint} error={error}>
      <span className={styles.recorder}>
        <input
          ref={ref}
          data-takes-keys
          readOnly
          autoComplete="off"
          value={pressed.join(' ')}
          onKeyDown={onKeyDown}
          {...parts.input}
        />
        <span className={styles.pressed} aria-hidden="true">
          {pressed.length > 0 && <Kbd keys={pressed.join(' ')} />}
        </span>
      </span>
    </Field>
  )
}
