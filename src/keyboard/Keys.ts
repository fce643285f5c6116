import { useEffect } from 'react'
import type { Keymap, Layer } from '#commands/keyboard/keymap.ts'
import { isMac } from '../ui/Kbd.tsx'
import { type Console, useConsole } from '../useConsole.tsx'
import { focusContextOf, isShortcutActive, shortcutKey } from './focusContext.ts'
import { hasModifier } from './hasModifier.ts'
import { type QueuedKey, replayKey } from './queue/replayKey.ts'

/** Listens to the keys of the page while it is mounted. */
export function Keys() {
  const console = useConsole()
  useEffect(() => {
    const { commandRuntime } = console
    let stop = commandRuntime.current === null ? replayKeysWhenLoaded(console, window, isMac) : commandRuntime.current.listen()
    const unsubscribe = commandRuntime.subscribe(() => {
      stop()
      stop = commandRuntime.current?.listen() ?? stop
    })
    return () => {
      unsubscribe()
      stop()
    }
  }, [console])
  return null
}

/**
 * Queues shortcuts pressed before the command runtime is loaded, starts loading it, and replays them afterwards. Keys that follow the
 * first one are queued too, because they are meant for whatever it opens. Returns the function that stops listening.
 */
function replayKeysWhenLoaded(console: Console, page: Window, mac: boolean): () => void {
  const { activeScopes, commandRuntime, preferences, scope } = console
  let queue: QueuedKey[] = []

  function onKeyDown(event: KeyboardEvent) {
    const context = focusContextOf(event.target, activeScopes)
    const { key, code, shiftKey, ctrlKey, metaKey, altKey, repeat } = event
    const shortcut = shortcutKey(event, context, mac)
    const isShortcut =
      shortcut !== null &&
      isShortcutActive(shortcut, context, { app: scope().app }) &&
      isBound(shortcut, context.layers, preferences.keymap.get().layers)
    const isFollowUp = (commandRuntime.isAwaited || queue.length > 0) && !event.isComposing && !hasModifier(event)
    if (!isShortcut && !isFollowUp) return
    event.preventDefault()
    event.stopPropagation()
    queue.push({ key, code, shiftKey, ctrlKey, metaKey, altKey, repeat })
    if (queue.length === 1) commandRuntime.whenLoaded(replayQueue, forget)
  }

  async function replayQueue() {
    for (const queued of queue.splice(0)) {
      replayKey(queued, page.document)
      // Let the microtasks of this key run before the next key.
      for (let tick = 0; tick < 4; tick++) await null
    }
  }

  // Loading failed; the status bar reports the lost connection.
  function forget() {
    queue = []
  }

  page.addEventListener('keydown', onKeyDown, true)
  return () => page.removeEventListener('keydown', onKeyDown, true)
}

/** Whether the key is bound in one of the layers, alone or as the start of a chord. */
const isBound = (key: string, layers: readonly Layer[], keymap: Keymap): boolean =>
  layers.some((layer) => Object.keys(keymap[layer] ?? {}).some((keys) => keys === key || keys.startsWith(`${key} `)))
