import { useSelector } from '@xstate/react'
import { useCallback, useSyncExternalStore } from 'react'
import type { Command } from '#commands/command.ts'
import { continuations } from '#commands/keyboard/chord.ts'
import { type Binding, type Keymap, keymap, type Layer } from '#commands/keyboard/keymap.ts'
import { acceptsOrderKind } from '#commands/orders/orderArgument.ts'
import type { Scope } from '#commands/scope.ts'
import type { CommonKey } from '#locales/messages.ts'
import { titleOf } from '../commandText.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { type Console, useConsole, useT } from '../useConsole.tsx'
import { useKeymap } from './CommandKeys.tsx'
import { focusContextOf } from './focusContext.ts'
import styles from './KeyHints.module.css'
import chordStyles from './PrefixHint.module.css'
import { permittedCommand } from './shortcutList.ts'

/** The most useful keys of the focus context, and the key that lists all of them. */
export function KeyHints() {
  const t = useT()
  const console = useConsole()
  const context = useHintContext(console.activeScopes)
  const { layers } = useKeymap()
  const { registry, scope } = console
  const currentScope = scope()
  const hints = HINTS[context].flatMap(([keys, label]) => {
    const layer = layerOf(context, keys)
    // Native keys stay as they are.
    if (layer === null) return [[keys, label] as const]
    const binding = defaultBinding(layer, keys)
    const command = binding && permittedCommand(binding, registry, currentScope)
    if (command === undefined || !appliesToRows(command, currentScope)) return []
    const boundKeys = keysOf(binding, layers[layer])
    const shown = boundKeys.includes(keys) ? keys : boundKeys[0]
    return shown === undefined ? [] : [[shown, label] as const]
  })
  return (
    <span className={styles.hints} aria-hidden="true" data-hints="">
      {hints.toReversed().map(([keys, label]) => (
        <span key={keys} className={styles.hint}>
          <Kbd keys={keys} />
          {t(label)}
        </span>
      ))}
    </span>
  )
}

/** Whether the command applies to the kind of rows shown here, or takes no order. */
function appliesToRows({ arguments: [first] = [] }: Command, { detail, list }: Scope): boolean {
  const kind = detail?.row.kind ?? list?.kind
  return kind === undefined || first === undefined || !('order' in first.ask) || acceptsOrderKind(first, kind)
}

type HintContext = 'page' | 'head' | 'grid' | 'selection' | 'detail' | 'filter' | 'form' | 'check' | 'palette' | 'elsewhere'

const ALL_KEYS = ['?', 'hint.keys'] as const

const HINTS: Record<HintContext, readonly (readonly [keys: string, word: CommonKey])[]> = {
  page: [['enter', 'hint.open'], ['T', 'hint.table'], ['r', 'hint.refresh'], ALL_KEYS],
  // No row has the cursor.
  head: [['/', 'hint.filter'], ALL_KEYS],
  grid: [['enter', 'hint.open'], ['x', 'hint.select'], ['w', 'hint.notify'], ALL_KEYS],
  selection: [['w', 'hint.notifySelected'], ['+', 'hint.sum'], ['escape', 'hint.clear'], ALL_KEYS],
  detail: [['j', 'hint.next'], ['w', 'hint.notify'], ['escape', 'hint.back'], ALL_KEYS],
  // Characters are typed text here.
  filter: [
    ['enter', 'hint.search'],
    ['escape', 'hint.back'],
  ],
  form: [
    ['mod+enter', 'hint.submit'],
    ['escape', 'hint.back'],
  ],
  // A form with a lookup and no submit.
  check: [
    ['k', 'hint.check'],
    ['escape', 'hint.back'],
  ],
  // The palette's footer shows its keys.
  palette: [],
  elsewhere: [['mod+k', 'hint.palette'], ALL_KEYS],
}

/** The user's keys of a binding; none when it was removed. */
const keysOf = (binding: Binding | undefined, layer: Keymap[Layer] = {}): string[] =>
  Object.keys(layer).filter((keys) => layer[keys] === binding)

const defaultBinding = (layer: Layer, keys: string): Binding | undefined =>
  (keymap as Record<string, Partial<Record<string, Binding>>>)[layer]?.[keys]

/** The layer that binds the default key in this context; null for native keys. */
function layerOf(context: HintContext, keys: string): Layer | null {
  if (context === 'form' || context === 'filter') return null
  if (context === 'check') return keys === 'k' ? 'form' : null
  const layers: readonly Layer[] = [context === 'detail' || context === 'page' ? context : 'grid', 'global']
  return layers.find((layer) => defaultBinding(layer, keys) !== undefined) ?? null
}

function useHintContext(activeScopes: Console['activeScopes']): HintContext {
  const subscribe = useCallback(
    (changed: () => void) => {
      const unsubscribe = activeScopes.subscribe(changed)
      document.addEventListener('focusin', changed)
      return () => {
        unsubscribe()
        document.removeEventListener('focusin', changed)
      }
    },
    [activeScopes],
  )
  return useSyncExternalStore(subscribe, () => hintContextOf(activeScopes))
}

function hintContextOf(activeScopes: Console['activeScopes']): HintContext {
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

/** The pending chord after a pause, and for a moment the message that a chord is unknown. */
export function PrefixHint() {
  const t = useT()
  const { isHinted, isUnknown, pressed } = useChord()
  if (!isHinted && !isUnknown) return null
  return (
    <span className={chordStyles.hint}>
      <span className={chordStyles.pressed} title={t('keys.pending')}>
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
    <ul className={chordStyles.next}>
      {next.map(({ key, title }) => (
        <li key={key} className={chordStyles.item}>
          <Kbd keys={key} />
          {title}
        </li>
      ))}
    </ul>
  )
}

function useChord() {
  const console = useConsole()
  const isHinted = useSelector(console.chord, (snapshot) => snapshot.matches({ pending: 'hinted' }))
  const isUnknown = useSelector(console.chord, (snapshot) => snapshot.matches('unknown'))
  const { pressed, layers } = useSelector(console.chord, ({ context }) => context)
  return { isHinted, isUnknown, pressed, layers }
}
