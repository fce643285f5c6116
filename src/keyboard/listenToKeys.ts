import type { Command } from '#commands/command.ts'
import { type Condition, conditions, currentOrder } from '#commands/conditions.ts'
import { isPending, NO_PENDING_KEYS, type PendingKeys, readKey } from '#commands/keyboard/chord.ts'
import { type Binding, commandIdsOf, type FieldGesture, type Layer, type PaletteGesture } from '#commands/keyboard/keymap.ts'
import { acceptsOrderKind } from '#commands/orders/orderArgument.ts'
import { isOffered, isPermitted, isReady } from '#commands/registry.ts'
import { statusLabel } from '#commands/rows/rowKinds.ts'
import type { Scope } from '#commands/scope.ts'
import type { CommonKey } from '#locales/messages.ts'
import { titleOf } from '../commandText.ts'
import type { Console } from '../useConsole.tsx'
import { focusContextOf } from './focusContext.ts'
import { isShortcutActive, NON_TYPING_KEY, shortcutKey } from './shortcutKey.ts'

type Keyboard = Pick<
  Console,
  'registry' | 'activeScopes' | 'scope' | 'runner' | 'chord' | 'palette' | 'typeAhead' | 'keyQueue' | 'announcer' | 'i18n'
>

/** The one listener: every key goes through here before anybody else sees it. Gives back how to stop. */
export function listenToKeys(console: Keyboard, page: Window, mac: boolean): () => void {
  const { chord, registry, runner, activeScopes, palette, typeAhead, keyQueue } = console
  const pending = (): PendingKeys =>
    chord.getSnapshot().matches('pending') ? chord.getSnapshot().context.pressed : NO_PENDING_KEYS
  const settle = () => chord.getSnapshot().value === 'idle' || chord.send({ type: 'key.settled' })
  const forget = () => chord.getSnapshot().value === 'idle' || chord.send({ type: 'key.forgotten' })

  function onKeyDown(event: KeyboardEvent) {
    if (isPaletteOnItsWay() && !event.defaultPrevented) return holdForPalette(event)
    if (!event.defaultPrevented && keyQueue.capture(event)) return swallow(event)
    const spot = focusContextOf(event.target, activeScopes)
    const key = shortcutKey(event, spot, mac)
    if (key === null) return
    const { layers } = spot
    const scope = console.scope()
    if (isPending(pending()) && endsChord(key)) {
      forget()
      if (key === 'escape') return event.preventDefault()
    }
    if (!isShortcutActive(key, spot, scope)) return
    // Copying what is marked on the page is the browser's.
    if (key === 'mod+c' && page.getSelection()?.isCollapsed === false) return

    const pressed = pending()
    const reading = readKey(pressed, key, layers)
    if (reading.kind === 'none') return
    if (event.repeat && (reading.kind !== 'binding' || isPending(pressed))) return event.preventDefault()
    if (reading.kind === 'waits') {
      event.preventDefault()
      chord.send({ type: 'key.waits', pressed: reading.pressed, layers })
    } else if (reading.kind === 'unknown') tellUnknown(event, reading.pressed)
    else runBinding(event, reading.binding, { pressed, count: reading.count, key, layers, scope })
  }

  function swallow(event: KeyboardEvent) {
    event.preventDefault()
    event.stopPropagation()
  }

  // The palette is fetched when it is first opened. A fast hand does not wait for that.
  const isPaletteOnItsWay = () =>
    palette.getSnapshot().hasTag('open') && page.document.querySelector('[data-layer="palette"]') === null

  function holdForPalette(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    swallow(event)
    if (key !== 'Escape') return typeAhead.push(key)
    typeAhead.take()
    palette.send({ type: 'palette.close' })
  }

  /** A chord that leads nowhere is swallowed, or its last key would do something nobody meant. */
  function tellUnknown(event: KeyboardEvent, pressed: PendingKeys) {
    event.preventDefault()
    chord.send({ type: 'key.unknown', pressed })
    console.announcer.polite(`${pressed.count}${pressed.keys.join(' ')}: ${console.i18n.t('keys.unknown')}`)
  }

  interface Bound {
    pressed: PendingKeys
    count: string | null
    key: string
    layers: readonly Layer[]
    scope: Scope
  }

  function runBinding(event: KeyboardEvent, binding: Exclude<Binding, 'count'>, { pressed, count, key, layers, scope }: Bound) {
    // The palette, and a field with choices, do these themselves.
    if (isGesture(binding)) return
    const permitted = commandIdsOf(binding)
      .map(registry.get)
      .filter((command) => isPermitted(command, scope))
    const missing = missingOf(permitted, scope)
    // A key that nobody may use means nothing; at the end of a chord somebody meant it.
    const isIdle =
      permitted.length === 0 ? isPending(pressed) : count !== null && permitted.every(({ repeatable: moves }) => moves !== true)
    if (isIdle) return tellUnknown(event, { count: pressed.count, keys: [...pressed.keys, key] })
    if (permitted.length === 0 || missing === 'silent') return void settle()
    event.preventDefault()
    settle()
    const command = permitted.find((one) =>
      permitted.length > 1 || isAboutRow(one, scope) ? isReady(one, scope) : isOffered(one, scope),
    )
    if (command === undefined) return tellMissing(permitted, missing, scope)
    if (event.repeat && command.repeatable !== true) return
    if (layers[0] === 'palette' && command.id !== 'palette.toggle') palette.send({ type: 'palette.close' })
    runner.begin(command.id, count === null ? undefined : { count })
  }

  function tellMissing(permitted: readonly Command[], missing: CommonKey | null, scope: Scope) {
    const ref = currentOrder(scope)
    if (missing !== null || ref === null) return scope.app.toast([missingNow(missing ?? 'keys.missing.row', scope)])
    const command = permitted.find(({ arguments: [first] = [] }) => acceptsOrderKind(first, ref.kind)) ?? permitted[0]
    if (command === undefined) return
    const title = titleOf(command, console.i18n.t)
    // It is for orders of this kind, so it is the state of this one that does not fit.
    const isForKind = acceptsOrderKind(command.arguments?.[0], ref.kind)
    scope.app.toast(
      isForKind
        ? ['keys.notWhile', { title, status: statusLabel(ref.kind, ref.order.status, scope.app) }]
        : ['keys.notHere', { title }],
    )
  }

  page.addEventListener('keydown', onKeyDown, true)
  page.addEventListener('pointerdown', forget, true)
  page.addEventListener('focusin', forget, true)
  page.addEventListener('blur', forget)
  return () => {
    page.removeEventListener('keydown', onKeyDown, true)
    page.removeEventListener('pointerdown', forget, true)
    page.removeEventListener('focusin', forget, true)
    page.removeEventListener('blur', forget)
  }
}

/** Keys that are never part of a chord: they end one, and mean what they mean without it. */
const endsChord = (key: string): boolean => key === 'escape' || key === 'tab' || NON_TYPING_KEY.test(key)

/** With an order under the cursor its key means that one, and asks for no other. */
const isAboutRow = ({ arguments: [first] = [] }: Command, scope: Scope): boolean =>
  first?.defaultValue !== undefined && 'order' in first.ask && currentOrder(scope) !== null

const isGesture = (binding: Binding): binding is PaletteGesture | FieldGesture => /^(pal|combo)\./.test(binding)

/** What a user is told when a command lacks this; what lacks anything else is simply not meant here. */
const MISSING: Partial<Record<Condition, CommonKey>> = {
  'row.here': 'keys.missing.row',
  'row.near': 'keys.missing.row',
  'column.sortable': 'keys.missing.sortable',
  'column.filterable': 'keys.missing.filterable',
  'column.excludable': 'keys.missing.excludable',
  'selection.some': 'keys.missing.selection',
  'views.some': 'keys.missing.views',
  'view.changed': 'why.view.changed',
  'undo.some': 'keys.missing.undo',
  'redo.some': 'keys.missing.redo',
  'repeat.some': 'keys.missing.repeat',
  // A key of all lists, where a hand may know it from another.
  'list.exportable': 'why.list.exportable',
  'list.amounts': 'why.list.amounts',
}

/** A row that is not here yet is not missing. */
const missingNow = (missing: CommonKey, { list }: Scope): CommonKey =>
  missing === 'keys.missing.row' && (list?.isRowLoading || list?.areRowsStale) ? 'keys.missing.rowYet' : missing

/** What none of them can do without. Of several where one is about an order, the order says why. */
function missingOf(commands: readonly Command[], scope: Scope): CommonKey | 'silent' | null {
  if (commands.length > 1 && commands.some((one) => one.arguments !== undefined)) return null
  const lacks = commands.map((one) => missingHere(one, scope))
  return lacks.includes(null) ? null : (lacks.findLast((lack) => lack !== 'silent') ?? 'silent')
}

function missingHere({ conditions: when = [] }: Command, scope: Scope): CommonKey | 'silent' | null {
  const missing = when.find((fact) => !conditions[fact](scope))
  return missing === undefined ? null : (MISSING[missing] ?? 'silent')
}
