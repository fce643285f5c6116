import { useSelector } from '@xstate/react'
import { useCallback, useSyncExternalStore } from 'react'
import { currentOrder } from '#commands/conditions.ts'
import type { CommandId } from '#commands/index.ts'
import { continuations } from '#commands/keyboard/chord.ts'
import { type Binding, commandIdsOf, type Keymap, keymap, type Layer } from '#commands/keyboard/keymap.ts'
import type { CommonKey } from '#locales/messages.ts'
import { titleOf } from '../commandText.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { type Console, useConsole, useT } from '../useConsole.tsx'
import { disabledMessage, disabledReasonOf, readyCommand } from './bindingCommand.ts'
import { useKeymap } from './CommandKeys.tsx'
import { focusContextOf } from './focusContext.ts'
import styles from './KeyHints.module.css'
import chordStyles from './PrefixHint.module.css'
import { replayKey } from './queue/replayKey.ts'
import { appliesToRows, isGesture, permittedCommand, permittedCommands } from './shortcutList.ts'

/** The most useful keys of the focus context, and the key that lists all of them. */
export function KeyHints() {
  const t = useT()
  const console = useConsole()
  const { context, refused } = useHintContext(console)
  const { layers } = useKeymap()
  const { registry, scope } = console
  const currentScope = scope()
  const hints = HINTS[context].flatMap(([keys, label]): Hint[] => {
    const layer = layerOf(context, keys)
    // Native keys stay as they are.
    if (layer === null) return [{ keys, label, binding: null, title: undefined }]
    const binding = defaultBinding(layer, keys)
    const command = binding && permittedCommand(binding, registry, currentScope)
    const isOffered = command !== undefined && !refused.includes(keys) && appliesToRows(command, currentScope)
    if (binding === undefined || !isOffered) return []
    const boundKeys = keysOf(binding, layers[layer])
    const shown = boundKeys.includes(keys) ? keys : boundKeys[0]
    return shown === undefined ? [] : [{ keys: shown, label, binding, title: titleOf(command, t) }]
  })
  return (
    <span className={styles.hints} data-hints="">
      {hints.toReversed().map((hint) => (
        // The keys themselves do the same: no further stop for Tab, and the focus stays where it acts.
        <button
          key={hint.keys}
          type="button"
          tabIndex={-1}
          className={styles.hint}
          title={hint.title}
          data-command={hint.binding === null ? NATIVE_COMMANDS[hint.keys] : commandIdsOf(hint.binding).join(' ')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => runHint(hint, console)}
        >
          <span aria-hidden="true">
            <Kbd keys={hint.keys} />
          </span>
          {t(hint.label)}
        </button>
      ))}
    </span>
  )
}

interface Hint {
  keys: string
  label: CommonKey
  /** Null for a native key. */
  binding: Binding | null
  title: string | undefined
}

/** The commands that do the same as a native key. */
const NATIVE_COMMANDS: Readonly<Record<string, CommandId>> = { escape: 'escape', 'mod+enter': 'form.submit', k: 'form.check' }

function runHint({ keys, binding }: Hint, { registry, runner, scope, i18n }: Console) {
  if (binding !== null) {
    const permitted = permittedCommands(binding, registry, scope())
    const command = readyCommand(permitted, scope())
    if (command === undefined) scope().app.toast(disabledMessage(permitted, scope(), i18n.t))
    else runner.begin(command.id)
    return
  }
  const command = NATIVE_COMMANDS[keys]
  if (command === undefined) replayKey({ key: 'Enter', code: 'Enter', shiftKey: false }, document)
  else runner.begin(command)
}

type HintContext =
  | 'page'
  | 'figures'
  | 'head'
  | 'grid'
  | 'selection'
  | 'detail'
  | 'filter'
  | 'form'
  | 'check'
  | 'palette'
  | 'elsewhere'

const ALL_KEYS = ['?', 'hint.keys'] as const

const HINTS: Record<HintContext, readonly (readonly [keys: string, word: CommonKey])[]> = {
  page: [['enter', 'hint.open'], ['T', 'hint.table'], ['r', 'hint.refresh'], ALL_KEYS],
  // A dashboard without a chart.
  figures: [['enter', 'hint.open'], ['r', 'hint.refresh'], ALL_KEYS],
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
  const own = context === 'figures' ? 'page' : context === 'detail' || context === 'page' ? context : 'grid'
  const layers: readonly Layer[] = [own, 'global']
  return layers.find((layer) => defaultBinding(layer, keys) !== undefined) ?? null
}

function useHintContext(console: Console): { context: HintContext; refused: readonly string[] } {
  const { activeScopes } = console
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
  const context = useSyncExternalStore(subscribe, () => hintContextOf(activeScopes))
  const refused = useSyncExternalStore(subscribe, () => keysRefusedByOrder(context, console).join(' '))
  return { context, refused: refused.split(' ') }
}

/** The hinted keys that the status of the order under the cursor does not allow. */
function keysRefusedByOrder(context: HintContext, { registry, scope }: Console): string[] {
  const current = scope()
  if (currentOrder(current) === null) return []
  return HINTS[context].flatMap(([keys]) => {
    const layer = layerOf(context, keys)
    const binding = layer === null ? undefined : defaultBinding(layer, keys)
    const permitted = binding === undefined || isGesture(binding) ? [] : permittedCommands(binding, registry, current)
    const isRefused = permitted.length > 0 && readyCommand(permitted, current) === undefined
    return isRefused && disabledReasonOf(permitted, current) === null ? [keys] : []
  })
}

function hintContextOf(activeScopes: Console['activeScopes']): HintContext {
  const { layers, isEditable } = focusContextOf(document.activeElement, activeScopes)
  // The rows of a statement are a list with further keys.
  const layer = layers[0] === 'statement' ? 'grid' : layers[0]
  if (layer === 'palette') return 'palette'
  if (layer === 'form')
    return activeScopes.form === null ? 'elsewhere' : activeScopes.form.check === undefined ? 'form' : 'check'
  if (isEditable && layer !== 'dialog') return 'filter'
  if (layer === 'grid' && document.activeElement?.getAttribute('role') === 'columnheader') return 'head'
  if (layer === 'grid') return (activeScopes.list?.selectedCount ?? 0) > 0 ? 'selection' : 'grid'
  if (layer === 'page' && activeScopes.dashboard?.hasChart === false) return 'figures'
  return layer === 'detail' || layer === 'page' ? layer : 'elsewhere'
}

/** The prefix of a chord after a pause, and for a moment the message that a chord is unknown. */
export function PrefixHint() {
  const t = useT()
  const { isHinted, isUnknown, pressed } = useChord()
  if (!isHinted && !isUnknown) return null
  return (
    <span className={chordStyles.hint}>
      <span className={chordStyles.pressed} title={t('keys.prefix')}>
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
  const isHinted = useSelector(console.chord, (snapshot) => snapshot.matches({ prefix: 'hinted' }))
  const isUnknown = useSelector(console.chord, (snapshot) => snapshot.matches('unknown'))
  const { pressed, layers } = useSelector(console.chord, ({ context }) => context)
  return { isHinted, isUnknown, pressed, layers }
}
