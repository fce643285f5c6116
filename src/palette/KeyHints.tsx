import { useCallback, useSyncExternalStore } from 'react'
import type { Command } from '#commands/command.ts'
import { type Binding, keymap } from '#commands/keymap.ts'
import { asksFor } from '#commands/orderArgument.ts'
import type { Scope } from '#commands/scope.ts'
import type { MessageKey } from '#locales/messages.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { type Console, useConsole, useT } from '../useConsole.tsx'
import styles from './KeyHints.module.css'
import { permittedOf } from './keySheet.ts'
import { whereIs } from './whereabouts.ts'

/** The few keys that matter where the focus is, and the one that shows all others. */
export function KeyHints() {
  const t = useT()
  const console = useConsole()
  const spot = useSpot(console.stage)
  const { registry, scope } = console
  const here = scope()
  const hints = HINTS[spot].filter(([keys]) => {
    const binding = boundAt(spot, keys)
    if (binding === undefined) return true
    const command = permittedOf(binding, registry, here)
    return command !== undefined && isForThese(command, here)
  })
  return (
    <span className={styles.hints} aria-hidden="true">
      {hints.map(([keys, word]) => (
        <span key={keys} className={styles.hint}>
          <Kbd keys={keys} />
          {t(word)}
        </span>
      ))}
    </span>
  )
}

/** Whether it can be done to orders such as are listed here, where it is about orders at all. */
function isForThese({ arguments: [first] = [] }: Command, { detail, list }: Scope): boolean {
  const kind = detail?.order.kind ?? list?.kind
  return kind === undefined || first === undefined || !('order' in first.ask) || asksFor(first, kind)
}

type Spot = 'grid' | 'selection' | 'detail' | 'form' | 'palette' | 'elsewhere'

const ALL_KEYS = ['?', 'hint.keys'] as const

const HINTS: Record<Spot, readonly (readonly [keys: string, word: MessageKey])[]> = {
  grid: [['enter', 'hint.open'], ['x', 'hint.select'], ['w', 'hint.notify'], ALL_KEYS],
  selection: [['w', 'hint.notifySelected'], ['+', 'hint.sum'], ['escape', 'hint.clear'], ALL_KEYS],
  detail: [['j', 'hint.next'], ['w', 'hint.notify'], ['escape', 'hint.back'], ALL_KEYS],
  // Characters are text there.
  form: [
    ['enter', 'hint.search'],
    ['escape', 'hint.back'],
  ],
  // It says its own.
  palette: [],
  elsewhere: [['mod+k', 'hint.palette'], ALL_KEYS],
}

/** What the keymap has there; nothing for what the browser does by itself. */
function boundAt(spot: Spot, keys: string): Binding | undefined {
  const own: Partial<Record<string, Binding>> = spot === 'detail' ? keymap.detail : keymap.grid
  return spot === 'form' ? undefined : (own[keys] ?? (keymap.global as Partial<Record<string, Binding>>)[keys])
}

function useSpot(stage: Console['stage']): Spot {
  const subscribe = useCallback(
    (changed: () => void) => {
      const left = stage.subscribe(changed)
      document.addEventListener('focusin', changed)
      return () => {
        left()
        document.removeEventListener('focusin', changed)
      }
    },
    [stage],
  )
  return useSyncExternalStore(subscribe, () => spotOf(stage))
}

function spotOf(stage: Console['stage']): Spot {
  const { layers, isEditable } = whereIs(document.activeElement, stage)
  const [layer] = layers
  if (layer === 'palette') return 'palette'
  if (layer === 'form' || isEditable) return 'form'
  if (layer === 'grid') return (stage.list?.selectedCount ?? 0) > 0 ? 'selection' : 'grid'
  return layer === 'detail' ? 'detail' : 'elsewhere'
}
