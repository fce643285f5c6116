import { useSelector } from '@xstate/react'
import { continuations } from '#commands/keyboard/chord.ts'
import type { Layer } from '#commands/keyboard/keymap.ts'
import { titleOf } from '../commandText.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import styles from './PrefixHint.module.css'
import { permittedCommand } from './shortcutList.ts'

/** The pending chord after a pause, and for a moment the message that a chord is unknown. */
export function PrefixHint() {
  const t = useT()
  const { isHinted, isUnknown, pressed } = useChord()
  if (!isHinted && !isUnknown) return null
  return (
    <span className={styles.hint}>
      <span className={styles.pressed} title={t('keys.pending')}>
        {pressed.count !== '' && <Kbd keys={pressed.count} />}
        {pressed.keys.length > 0 && <Kbd keys={pressed.keys.join(' ')} />}
      </span>
      {isUnknown && <span className="bad">{t('keys.unknown')}</span>}
    </span>
  )
}

/** The possible next keys, above the status bar: there may be twenty, too many for one line. */
export function NextKeys() {
  const t = useT()
  const { preferences, registry, scope } = useConsole()
  const { isHinted, pressed, layers } = useChord()
  const bindings = isHinted ? continuations(preferences.keymap.get().layers, pressed, layers as readonly Layer[]) : []
  const next = bindings.flatMap(({ key, binding }) => {
    const command = permittedCommand(binding, registry, scope())
    return command === undefined ? [] : [{ key, title: titleOf(command, t) }]
  })
  if (next.length === 0) return null
  return (
    <ul className={styles.next}>
      {next.map(({ key, title }) => (
        <li key={key} className={styles.item}>
          <Kbd keys={key} />
          {title}
        </li>
      ))}
    </ul>
  )
}

function useChord() {
  const { chord } = useConsole()
  const isHinted = useSelector(chord, (snapshot) => snapshot.matches({ pending: 'hinted' }))
  const isUnknown = useSelector(chord, (snapshot) => snapshot.matches('unknown'))
  const { pressed, layers } = useSelector(chord, ({ context }) => context)
  return { isHinted, isUnknown, pressed, layers }
}
