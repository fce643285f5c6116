import type { Command } from '#commands/command.ts'
import { isPrefix, NO_PREFIX, readKey } from '#commands/keyboard/chord.ts'
import type { Binding, Layer } from '#commands/keyboard/keymap.ts'
import type { Scope } from '#commands/scope.ts'
import type { PressedKeys } from '#machines/chord/chordMachine.ts'
import type { Console } from '../useConsole.tsx'
import { disabledMessage, disabledReasonOf, isForbidden, readyCommand } from './bindingCommand.ts'
import { focusContextOf, isShortcutActive, NON_TYPING_KEY, shortcutKey } from './focusContext.ts'
import { hasModifier } from './hasModifier.ts'
import { createAwaitedKeys } from './queue/awaitedKeys.ts'
import { returnToPage } from './returnToPage.ts'
import { isGesture, permittedCommands } from './shortcutList.ts'
import { createBurstGuard } from './typing/burstGuard.ts'
import { isLeavingPopup, whenPopupIsLeft } from './typing/leavingPopup.ts'

/** The only key listener, in the capture phase: it sees every key first. Returns the function that stops listening. */
export function listenToKeys(console: Console, page: Window, mac: boolean): () => void {
  const { chord, preferences, registry, runner, activeScopes, palette, typeAhead, keyQueue } = console
  const awaitedKeys = createAwaitedKeys(console, page.document)
  const prefix = (): PressedKeys => (chord.getSnapshot().matches('prefix') ? chord.getSnapshot().context.pressed : NO_PREFIX)
  const settle = () => chord.getSnapshot().value === 'idle' || chord.send({ type: 'key.settled' })
  const forget = () => chord.getSnapshot().value === 'idle' || chord.send({ type: 'key.forgotten' })

  /** A list that is read takes the focus by itself, and a chord goes on in it. A field or a popup takes the next key. */
  function forgetInField({ target }: FocusEvent) {
    const { isEditable, isPopup } = focusContextOf(target, activeScopes)
    if (isEditable || isPopup) forget()
  }

  /** A popup that a key opens takes the keys that follow, even before its script has arrived. */
  function awaitPopup({ target, detail: clicks }: MouseEvent) {
    if (clicks === 0 && (target as Element).closest(POPUP_BUTTON)) keyQueue.expectFocus()
  }

  const guard = createBurstGuard(() => console.scope().app.toast(['keys.typedIntoList']))

  function onKeyDown(event: KeyboardEvent) {
    if (isLeavingPopup(event.target) && !event.defaultPrevented && event.key !== 'Escape') {
      const keys = keyQueue.hold()
      keyQueue.capture(event)
      whenPopupIsLeft(page).then(keys.release)
      return consume(event)
    }
    if (isPaletteLoading() && !event.defaultPrevented) return queueForPalette(event)
    if (!event.defaultPrevented && (keyQueue.capture(event) || awaitedKeys.capture(event))) return consume(event)
    const context = focusContextOf(event.target, activeScopes)
    const key = shortcutKey(event, context, mac)
    if (key === null) return
    const { layers } = context
    const scope = console.scope()
    if (isPrefix(prefix()) && endsChord(key)) {
      forget()
      if (key === 'escape') return event.preventDefault()
    }
    if (!isShortcutActive(key, context, scope)) return
    // The browser copies selected text.
    if (key === 'mod+c' && page.getSelection()?.isCollapsed === false) return

    const pressed = prefix()
    const reading = readKey(preferences.keymap.get().layers, pressed, key, layers)
    if (reading.kind === 'none') return
    if (event.repeat && (reading.kind !== 'binding' || isPrefix(pressed))) return event.preventDefault()
    if (reading.kind === 'waits') {
      event.preventDefault()
      // Replayed keys were judged when they were typed.
      if (event.isTrusted && !isPrefix(pressed) && guard.isTyping(event.timeStamp))
        return guardKey(event, key, 'other', () => {})
      chord.send({ type: 'key.waits', pressed: reading.pressed, layers })
    } else if (reading.kind === 'unknown') {
      countLetter(event, key)
      reportUnknown(event, reading.pressed)
    } else runBinding(event, reading.binding, { pressed, count: reading.count, key, layers, scope })
  }

  const guardKey = (event: KeyboardEvent, key: string, kind: 'movement' | 'other' | 'outward', run: () => void) =>
    guard.press({ key, at: event.timeStamp, kind, run })

  /** A letter that runs nothing may be part of typed text, too. */
  function countLetter(event: KeyboardEvent, key: string) {
    if (event.isTrusted && LETTER.test(key)) guardKey(event, key, 'other', () => {})
  }

  function consume(event: KeyboardEvent) {
    event.preventDefault()
    event.stopPropagation()
  }

  // The palette's chunk loads on first open; keys typed meanwhile are buffered.
  const isPaletteLoading = () =>
    palette.getSnapshot().hasTag('open') && page.document.querySelector('[data-layer="palette"]') === null

  function queueForPalette(event: KeyboardEvent) {
    if (hasModifier(event)) return
    consume(event)
    if (event.key !== 'Escape') return typeAhead.push(event.key)
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
    if (binding === 'escape') returnToPage(activeScopes.list)
    const permitted = permittedCommands(binding, registry, scope)
    const reason = disabledReasonOf(permitted, scope)
    const command = reason === 'silent' ? undefined : readyCommand(permitted, scope)
    if (command === undefined) countLetter(event, key)
    if ((permitted.length === 0 || reason === 'silent') && isForbidden(binding, registry, scope)) {
      event.preventDefault()
      settle()
      return scope.app.toast(['keys.notAllowed'])
    }
    // A key without a permitted command is ignored, unless it ends a chord.
    const isUnusable =
      permitted.length === 0 ? isPrefix(pressed) : count !== null && permitted.every(({ repeatable }) => repeatable !== true)
    if (isUnusable) return reportUnknown(event, { count: pressed.count, keys: [...pressed.keys, key] })
    if (permitted.length === 0 || reason === 'silent') return void settle()
    event.preventDefault()
    settle()
    if (command === undefined) return scope.app.toast(disabledMessage(permitted, scope, console.i18n.t))
    if (event.repeat && command.repeatable !== true) return
    if (layers[0] === 'palette' && command.id !== 'palette.toggle') palette.send({ type: 'palette.close' })
    const run = () => runner.begin(command.id, count === null ? undefined : { count })
    if (isPrefix(pressed) && pressed.keys.length > 0) guard.end()
    else if (event.isTrusted && isGuarded(key, command)) return guardKey(event, key, guardKindOf(command), run)
    run()
  }

  const stop = new AbortController()
  const { signal } = stop
  page.addEventListener('keydown', onKeyDown, { capture: true, signal })
  page.addEventListener('click', awaitPopup, { capture: true, signal })
  page.addEventListener('pointerdown', forget, { capture: true, signal })
  page.addEventListener('focusin', forgetInField, { capture: true, signal })
  page.addEventListener('blur', forget, { signal })
  return () => {
    stop.abort()
    awaitedKeys.stop()
  }
}

/** A button with a popup that is not open. */
const POPUP_BUTTON = 'button[aria-haspopup]:not([aria-expanded="true"])'

const LETTER = /^\p{L}$/u

/** A menu that opens takes the letters that follow, and Space runs its item. The repeated command may have an outside effect. */
const AS_OUTWARD: ReadonlySet<string> = new Set(['row.actions', 'repeat'])
const SELECTS: ReadonlySet<string> = new Set(['sel.toggle'])

/** Whether the key may be a character of typed text. Others than letters are rarely mistaken, so only effects are worth a wait. */
const isGuarded = (key: string, command: Command): boolean =>
  LETTER.test(key) || (key.length === 1 && guardKindOf(command) === 'outward')

function guardKindOf({ id, repeatable, hasOutsideEffect }: Command): 'movement' | 'other' | 'outward' {
  if (repeatable === true || SELECTS.has(id)) return 'movement'
  return hasOutsideEffect === true || AS_OUTWARD.has(id) ? 'outward' : 'other'
}

/** Keys that are never part of a chord: they end it and keep their own meaning. */
const endsChord = (key: string): boolean => key === 'escape' || /^(shift\+)?tab$/.test(key) || NON_TYPING_KEY.test(key)
