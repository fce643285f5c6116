import { NO_PREFIX, readKey } from '#commands/keyboard/chord.ts'
import type { Console } from '../../useConsole.tsx'
import { hasModifier } from '../hasModifier.ts'
import type { QueuedKey } from './replayKey.ts'

/** Milliseconds after which the keys are dropped: the order has not opened. */
const MAX_WAIT_MS = 5_000

const DIGIT = /^\d$/

/** An address with an open row. */
const OPENS_ORDER = /[?&]open=/

/**
 * Keeps the keys pressed after Enter while the palette still looks up an order, and until that order is open: they are meant for it.
 * They are dropped when the look-up finds no order, or several. Digits correct the number, as before Enter.
 */
export function createAwaitedKeys(
  {
    palette,
    activeScopes,
    preferences,
    location,
    keyQueue,
  }: Pick<Console, 'palette' | 'activeScopes' | 'preferences' | 'location' | 'keyQueue'>,
  page: Document,
) {
  let keys: QueuedKey[] | null = null
  /** The row that was open before: its commands are not meant. */
  let formerRow: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const openRow = () => activeScopes.detail?.row.row.id ?? null

  function stop(): QueuedKey[] {
    const kept = keys ?? []
    keys = null
    clearTimeout(timer)
    return kept
  }
  function replayWhenOpen() {
    const row = openRow()
    if (keys === null || palette.getSnapshot().hasTag('open') || row === null || row === formerRow) return
    // Its keys work once it has the focus.
    if (page.activeElement?.closest('[data-layer="detail"]') == null) return
    queueMicrotask(() => keyQueue.replay(stop()))
  }
  const watching = palette.subscribe((snapshot) => {
    const { latched: isLatched, landing, page: asked } = snapshot.context
    if (isLatched && keys === null) {
      // The order does not open here, or behind the palette, or is an argument.
      if (landing.newTab || landing.keepOpen || asked.task !== null) return
      keys = []
      formerRow = openRow()
      timer = setTimeout(stop, MAX_WAIT_MS)
    } else if (!isLatched && snapshot.hasTag('open')) stop()
    else replayWhenOpen()
  })
  const unsubscribe = activeScopes.subscribe(replayWhenOpen)
  // The user has gone elsewhere instead.
  const leaveOff = location.subscribe(() => {
    if (!palette.getSnapshot().hasTag('open') && !OPENS_ORDER.test(location.current())) stop()
  })
  page.addEventListener('focusin', replayWhenOpen)

  const isOrderKey = (key: string) =>
    !DIGIT.test(key) && readKey(preferences.keymap.get().layers, NO_PREFIX, key, ['detail']).kind !== 'none'

  return {
    /** Keeps the key and returns true while an order is about to open. Escape cancels. */
    capture(event: KeyboardEvent): boolean {
      if (keys === null) return false
      const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event
      if (key === 'Escape') {
        stop()
        return false
      }
      // Keys of the queue were all meant for the order: an earlier one may open a field for the later ones.
      const isReplayed = !event.isTrusted && !palette.getSnapshot().hasTag('open')
      if (!isReplayed && (hasModifier(event) || !isOrderKey(key))) return false
      keys.push({ key, code, shiftKey, ctrlKey, metaKey, altKey })
      return true
    },
    stop() {
      stop()
      watching.unsubscribe()
      unsubscribe()
      leaveOff()
      page.removeEventListener('focusin', replayWhenOpen)
    },
  }
}
