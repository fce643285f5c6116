import type { Command } from '#commands/command.ts'
import { type Condition, conditions, currentOrder } from '#commands/conditions.ts'
import { isPending, NO_PENDING_KEYS, readKey } from '#commands/keyboard/chord.ts'
import type { Binding, Layer } from '#commands/keyboard/keymap.ts'
import { acceptsOrderKind } from '#commands/orders/orderArgument.ts'
import { isOffered, isReady } from '#commands/registry.ts'
import { statusLabel } from '#commands/rows/kinds.ts'
import type { Scope } from '#commands/scope.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { PressedKeys } from '#machines/chord/chordMachine.ts'
import { titleOf } from '../commandText.ts'
import type { Console } from '../useConsole.tsx'
import { focusContextOf, isShortcutActive, NON_TYPING_KEY, shortcutKey } from './focusContext.ts'
import { isGesture, permittedCommands } from './shortcutList.ts'

/** The only key listener, in the capture phase: it sees every key first. Returns the function that stops listening. */
export function listenToKeys(console: Console, page: Window, mac: boolean): () => void {
  const { chord, preferences, registry, runner, activeScopes, palette, typeAhead, keyQueue } = console
  const pending = (): PressedKeys =>
    chord.getSnapshot().matches('pending') ? chord.getSnapshot().context.pressed : NO_PENDING_KEYS
  const settle = () => chord.getSnapshot().value === 'idle' || chord.send({ type: 'key.settled' })
  const forget = () => chord.getSnapshot().value === 'idle' || chord.send({ type: 'key.forgotten' })

  function onKeyDown(event: KeyboardEvent) {
    if (isPaletteLoading() && !event.defaultPrevented) return queueForPalette(event)
    if (!event.defaultPrevented && keyQueue.capture(event)) return consume(event)
    const context = focusContextOf(event.target, activeScopes)
    const key = shortcutKey(event, context, mac)
    if (key === null) return
    const { layers } = context
    const scope = console.scope()
    if (isPending(pending()) && endsChord(key)) {
      forget()
      if (key === 'escape') return event.preventDefault()
    }
    if (!isShortcutActive(key, context, scope)) return
    // The browser copies selected text.
    if (key === 'mod+c' && page.getSelection()?.isCollapsed === false) return

    const pressed = pending()
    const reading = readKey(preferences.keymap.get().layers, pressed, key, layers)
    if (reading.kind === 'none') return
    if (event.repeat && (reading.kind !== 'binding' || isPending(pressed))) return event.preventDefault()
    if (reading.kind === 'waits') {
      event.preventDefault()
      chord.send({ type: 'key.waits', pressed: reading.pressed, layers })
    } else if (reading.kind === 'unknown') reportUnknown(event, reading.pressed)
    else runBinding(event, reading.binding, { pressed, count: reading.count, key, layers, scope })
  }

  function consume(event: KeyboardEvent) {
    event.preventDefault()
    event.stopPropagation()
  }

  // The palette's chunk loads on first open; keys typed meanwhile are buffered.
  const isPaletteLoading = () =>
    palette.getSnapshot().hasTag('open') && page.document.querySelector('[data-layer="palette"]') === null

  function queueForPalette(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    consume(event)
    if (key !== 'Escape') return typeAhead.push(key)
    typeAhead.take()
    palette.send({ type: 'palette.close' })
  }

  /** An unknown chord is consumed, so that its last key does not run as a shortcut of its own. */
  function reportUnknown(event: KeyboardEvent, pressed: PressedKeys) {
    event.preventDefault()
    chord.send({ type: 'key.unknown', pressed })
    console.announcer.polite(`${pressed.count}${pressed.keys.join(' ')}: ${console.i18n.t('keys.unknown')}`)
  }

  interface BindingContext {
    pressed: PressedKeys
    count: string | null
    key: string
    layers: readonly Layer[]
    scope: Scope
  }

  function runBinding(
    event: KeyboardEvent,
    binding: Exclude<Binding, 'count'>,
    { pressed, count, key, layers, scope }: BindingContext,
  ) {
    // The palette and comboboxes handle their gestures themselves.
    if (isGesture(binding)) return
    const permitted = permittedCommands(binding, registry, scope)
    const reason = disabledReasonOf(permitted, scope)
    // A key without a permitted command is ignored, unless it ends a chord.
    const isUnusable =
      permitted.length === 0 ? isPending(pressed) : count !== null && permitted.every(({ repeatable }) => repeatable !== true)
    if (isUnusable) return reportUnknown(event, { count: pressed.count, keys: [...pressed.keys, key] })
    if (permitted.length === 0 || reason === 'silent') return void settle()
    event.preventDefault()
    settle()
    const command = permitted.find((one) =>
      permitted.length > 1 || appliesToRow(one, scope) ? isReady(one, scope) : isOffered(one, scope),
    )
    if (command === undefined) return reportDisabled(permitted, reason, scope)
    if (event.repeat && command.repeatable !== true) return
    if (layers[0] === 'palette' && command.id !== 'palette.toggle') palette.send({ type: 'palette.close' })
    runner.begin(command.id, count === null ? undefined : { count })
  }

  function reportDisabled(permitted: readonly Command[], reason: CommonKey | null, scope: Scope) {
    const ref = currentOrder(scope)
    if (reason !== null || ref === null) return scope.app.toast([currentReason(reason ?? 'keys.missing.row', scope)])
    const command = permitted.find(({ arguments: [first] = [] }) => acceptsOrderKind(first, ref.kind)) ?? permitted[0]
    if (command === undefined) return
    const title = titleOf(command, console.i18n.t)
    // The command fits the kind, so the order's status forbids it.
    const isForKind = acceptsOrderKind(command.arguments?.[0], ref.kind)
    scope.app.toast(
      isForKind
        ? ['keys.notWhile', { title, status: statusLabel(ref.kind, ref.order.status, scope.app) }]
        : ['keys.notHere', { title }],
    )
  }

  const stop = new AbortController()
  const { signal } = stop
  page.addEventListener('keydown', onKeyDown, { capture: true, signal })
  page.addEventListener('pointerdown', forget, { capture: true, signal })
  page.addEventListener('focusin', forget, { capture: true, signal })
  page.addEventListener('blur', forget, { signal })
  return () => stop.abort()
}

/** Keys that are never part of a chord: they end a pending one and keep their own meaning. */
const endsChord = (key: string): boolean => key === 'escape' || key === 'tab' || NON_TYPING_KEY.test(key)

/** Whether the command applies to the order under the cursor instead of asking for one. */
const appliesToRow = ({ arguments: [first] = [] }: Command, scope: Scope): boolean =>
  first?.defaultValue !== undefined && 'order' in first.ask && currentOrder(scope) !== null

/** Messages for unmet conditions; any other unmet condition fails silently. */
const DISABLED_REASONS: Partial<Record<Condition, CommonKey>> = {
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
  // Available in other lists, so the user may expect it here.
  'list.exportable': 'why.list.exportable',
  'list.amounts': 'why.list.amounts',
}

/** A row that is still loading is not missing. */
const currentReason = (reason: CommonKey, { list }: Scope): CommonKey =>
  reason === 'keys.missing.row' && (list?.isRowLoading || list?.areRowsStale) ? 'keys.missing.rowYet' : reason

/** The unmet condition of all commands; null when a command has none, or when the order's status is the reason. */
function disabledReasonOf(commands: readonly Command[], scope: Scope): CommonKey | 'silent' | null {
  if (commands.length > 1 && commands.some((one) => one.arguments !== undefined)) return null
  const reasons = commands.map((one) => unmetReason(one, scope))
  return reasons.includes(null) ? null : (reasons.findLast((reason) => reason !== 'silent') ?? 'silent')
}

function unmetReason({ conditions: required = [] }: Command, scope: Scope): CommonKey | 'silent' | null {
  const reason = required.find((condition) => !conditions[condition](scope))
  return reason === undefined ? null : (DISABLED_REASONS[reason] ?? 'silent')
}
