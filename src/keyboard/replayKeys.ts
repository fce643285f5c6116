import { activeKeymap, type Layer } from '#commands/keyboard/keymap.ts'
import type { Console } from '../useConsole.tsx'
import { focusContextOf } from './focusContext.ts'
import { type QueuedKey, replayKey } from './keyQueue.ts'
import { isShortcutActive, shortcutKey } from './shortcutKey.ts'

/**
 * Keys pressed before what they do is here: they have it fetched, and are pressed again when it is. Everything after the first of
 * them is kept too, because it is meant for what that one opens. Gives back how to stop.
 */
export function replayKeysWhenLoaded(
  { commandRuntime, activeScopes, scope }: Pick<Console, 'commandRuntime' | 'activeScopes' | 'scope'>,
  page: Window,
  mac: boolean,
): () => void {
  let queue: QueuedKey[] = []

  function onKeyDown(event: KeyboardEvent) {
    const context = focusContextOf(event.target, activeScopes)
    const { key, code, shiftKey, ctrlKey, metaKey, altKey, repeat } = event
    const shortcut = shortcutKey(event, context, mac)
    const isShortcut =
      shortcut !== null && isShortcutActive(shortcut, context, { app: scope().app }) && isBound(shortcut, context.layers)
    const isFollowUp = (commandRuntime.isPending || queue.length > 0) && !event.isComposing && !ctrlKey && !metaKey && !altKey
    if (!isShortcut && !isFollowUp) return
    event.preventDefault()
    event.stopPropagation()
    queue.push({ key, code, shiftKey, ctrlKey, metaKey, altKey, repeat })
    if (queue.length === 1) commandRuntime.whenLoaded(replayQueue, forget)
  }

  async function replayQueue() {
    for (const queued of queue.splice(0)) {
      replayKey(queued, page.document)
      // What one does in the next moment is done before the next key.
      for (let tick = 0; tick < 4; tick++) await null
    }
  }

  // It cannot be fetched: the status bar says that there is no connection.
  function forget() {
    queue = []
  }

  page.addEventListener('keydown', onKeyDown, true)
  return () => page.removeEventListener('keydown', onKeyDown, true)
}

/** Whether the key means something there, by itself or with those that follow. */
const isBound = (key: string, layers: readonly Layer[]): boolean =>
  layers.some((layer) => Object.keys(activeKeymap()[layer] ?? {}).some((keys) => keys === key || keys.startsWith(`${key} `)))
