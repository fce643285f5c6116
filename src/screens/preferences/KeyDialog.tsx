import { X } from 'lucide-react'
import { type KeyboardEvent, type Ref, type RefObject, useRef, useState } from 'react'
import type { KeyChanges } from '#commands/keyboard/keyChanges.ts'
import { keypress } from '#commands/keyboard/keypress.ts'
import { findKeyIssues, type KeyIssue, withBinding } from '#commands/keyboard/remap.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/fields/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { isMac, Kbd } from '../../ui/Kbd.tsx'
import sections from '../../ui/Sections.module.css'
import { useConsole, useT } from '../../useConsole.tsx'
import { keyFaultText, shownKeys } from './faultText.ts'
import type { KeyRow } from './keyRows.ts'
import styles from './Preferences.module.css'

interface KeyDialogProps {
  open: boolean
  row: KeyRow
  changes: KeyChanges
  onClose(): void
  /** Called with all keys of the command; null for the defaults. */
  onChange(keys: readonly string[] | null): void
}

/** Edits the keys of one command: remove, add by pressing, or reset. */
export function KeyDialog({ open, row, changes, onClose, onChange }: KeyDialogProps) {
  const recorder = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title={row.title} width={440} initialFocus={recorder}>
      {open && <Editor row={row} changes={changes} onClose={onClose} onChange={onChange} recorder={recorder} />}
    </Dialog>
  )
}

type EditorProps = Omit<KeyDialogProps, 'open'> & { recorder: RefObject<HTMLInputElement | null> }

function Editor({ row, changes, onClose, onChange, recorder }: EditorProps) {
  const t = useT()
  const { registry, scope } = useConsole()
  const [pressed, setPressed] = useState<readonly string[]>([])
  const { layer, id, keys, isChanged } = row
  const newKeys = pressed.join(' ')
  const firstFault = (all: readonly string[]): KeyIssue | undefined => findKeyIssues(withBinding(changes, layer, id, all))[0]
  const fault = newKeys === '' || keys.includes(newKeys) ? undefined : firstFault([...keys, newKeys])
  const context = { registry, scope: scope(), t }

  function add() {
    if (newKeys === '') return onClose()
    if (fault !== undefined) return
    if (!keys.includes(newKeys)) onChange([...keys, newKeys])
    setPressed([])
  }

  function removeKeys(one: string) {
    const left = keys.filter((other) => other !== one)
    if (firstFault(left) === undefined) onChange(left)
    recorder.current?.focus()
  }

  return (
    <div className="fields">
      <p className={sections.text}>{t(`keys.layer.${layer}`)}</p>
      <ul className={styles.chips}>
        {keys.length === 0 && <li className="faint">{t('preferences.keys.none')}</li>}
        {keys.map((one) => (
          <li key={one} className={styles.chip}>
            <Kbd keys={one} />
            <IconButton
              icon={X}
              size={14}
              label={t('preferences.keys.remove', { keys: shownKeys(one) })}
              disabled={firstFault(keys.filter((other) => other !== one)) !== undefined}
              onClick={() => removeKeys(one)}
            />
          </li>
        ))}
      </ul>
      <KeyRecorder
        ref={recorder}
        pressed={pressed}
        onPressed={setPressed}
        onDone={add}
        error={fault === undefined ? null : keyFaultText(fault, context)}
      />
      <div className="actions">
        <Button aria-disabled={!isChanged} onClick={() => onChange(null)}>
          {t('preferences.keys.reset')}
        </Button>
        <Button variant="primary" aria-disabled={fault !== undefined} onClick={add}>
          {t(newKeys === '' ? 'preferences.keys.done' : 'preferences.keys.add')}
        </Button>
      </div>
    </div>
  )
}

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
function KeyRecorder({ ref, pressed, onPressed, onDone, error }: KeyRecorderProps) {
  const t = useT()

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
    <Field label={t('preferences.keys.new')} hint={t('preferences.keys.hint')} error={error}>
      {(field) => (
        <span className={styles.recorder}>
          <input
            ref={ref}
            className="outlined"
            data-takes-keys
            readOnly
            autoComplete="off"
            value={pressed.join(' ')}
            onKeyDown={onKeyDown}
            {...field}
          />
          <span className={styles.pressed} aria-hidden="true">
            {pressed.length > 0 && <Kbd keys={pressed.join(' ')} />}
          </span>
        </span>
      )}
    </Field>
  )
}
