import { useCallback, useSyncExternalStore } from 'react'
import type { Command } from '#commands/command.ts'
import { activeKeymap, type Binding, keymap, type Layer } from '#commands/keyboard/keymap.ts'
import { acceptsOrderKind } from '#commands/orders/orderArgument.ts'
import type { Scope } from '#commands/scope.ts'
import type { CommonKey } from '#locales/messages.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { type Console, useConsole, useT } from '../useConsole.tsx'
import { focusContextOf } from './focusContext.ts'
import styles from './KeyHints.module.css'
import { permittedCommand } from './shortcutList.ts'
import { useActiveKeymap } from './useActiveKeymap.ts'

/** The few keys that matter where the focus is, and the one that shows all others. */
export function KeyHints() {
  const t = useT()
  const console = useConsole()
  const spot = useSpot(console.activeScopes)
  useActiveKeymap()
  const { registry, scope } = console
  const here = scope()
  const hints = HINTS[spot].flatMap(([keys, word]) => {
    const layer = layerWith(spot, keys)
    const binding = layer === null ? undefined : boundAt(layer, keys)
    const command = binding === undefined ? null : permittedCommand(binding, registry, here)
    const now = keyNow(spot, keys)
    const isMeant = command === null || (command !== undefined && isForThese(command, here))
    return isMeant && now !== undefined ? [[now, word] as const] : []
  })
  return (
    <span className={styles.hints} aria-hidden="true" data-hints="">
      {hints.toReversed().map(([keys, word]) => (
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
  const kind = detail?.row.kind ?? list?.kind
  return kind === undefined || first === undefined || !('order' in first.ask) || acceptsOrderKind(first, kind)
}

type Spot = 'page' | 'head' | 'grid' | 'selection' | 'detail' | 'filter' | 'form' | 'check' | 'palette' | 'elsewhere'

const ALL_KEYS = ['?', 'hint.keys'] as const

const HINTS: Record<Spot, readonly (readonly [keys: string, word: CommonKey])[]> = {
  page: [['enter', 'hint.open'], ['T', 'hint.table'], ['r', 'hint.refresh'], ALL_KEYS],
  // There is no row to do anything to.
  head: [['/', 'hint.filter'], ALL_KEYS],
  grid: [['enter', 'hint.open'], ['x', 'hint.select'], ['w', 'hint.notify'], ALL_KEYS],
  selection: [['w', 'hint.notifySelected'], ['+', 'hint.sum'], ['escape', 'hint.clear'], ALL_KEYS],
  detail: [['j', 'hint.next'], ['w', 'hint.notify'], ['escape', 'hint.back'], ALL_KEYS],
  // Characters are text there.
  filter: [
    ['enter', 'hint.search'],
    ['escape', 'hint.back'],
  ],
  form: [
    ['mod+enter', 'hint.submit'],
    ['escape', 'hint.back'],
  ],
  // A form with nothing to submit, and something to look for.
  check: [
    ['k', 'hint.check'],
    ['escape', 'hint.back'],
  ],
  // It says its own.
  palette: [],
  elsewhere: [['mod+k', 'hint.palette'], ALL_KEYS],
}

/** The key a hint is about, as it is for this user; none while he has taken it away. What the browser does by itself stays. */
function keyNow(spot: Spot, keys: string): string | undefined {
  const layer = layerWith(spot, keys)
  if (layer === null) return keys
  const binding = boundAt(layer, keys)
  const now = Object.entries(activeKeymap()[layer] ?? {}).filter(([, one]) => one === binding)
  return (now.find(([one]) => one === keys) ?? now[0])?.[0]
}

const boundAt = (layer: Layer, keys: string): Binding | undefined =>
  (keymap as Record<string, Partial<Record<string, Binding>>>)[layer]?.[keys]

/** Whose key it is there; nobody's where the browser does it by itself. */
function layerWith(spot: Spot, keys: string): Layer | null {
  if (spot === 'form' || spot === 'filter') return null
  if (spot === 'check') return keys === 'k' ? 'form' : null
  const layers: readonly Layer[] = [spot === 'detail' || spot === 'page' ? spot : 'grid', 'global']
  return layers.find((layer) => boundAt(layer, keys) !== undefined) ?? null
}

function useSpot(activeScopes: Console['activeScopes']): Spot {
  const subscribe = useCallback(
    (changed: () => void) => {
      const left = activeScopes.subscribe(changed)
      document.addEventListener('focusin', changed)
      return () => {
        left()
        document.removeEventListener('focusin', changed)
      }
    },
    [activeScopes],
  )
  return useSyncExternalStore(subscribe, () => spotOf(activeScopes))
}

function spotOf(activeScopes: Console['activeScopes']): Spot {
  const { layers, isEditable } = focusContextOf(document.activeElement, activeScopes)
  const [layer] = layers
  if (layer === 'palette') return 'palette'
  if (layer === 'form')
    return activeScopes.form === null ? 'elsewhere' : activeScopes.form.check === undefined ? 'form' : 'check'
  if (isEditable && layer !== 'dialog') return 'filter'
  if (layer === 'grid' && document.activeElement?.getAttribute('role') === 'columnheader') return 'head'
  if (layer === 'grid') return (activeScopes.list?.selectedCount ?? 0) > 0 ? 'selection' : 'grid'
  return layer === 'detail' || layer === 'page' ? layer : 'elsewhere'
}
