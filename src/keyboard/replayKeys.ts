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
  let kept: QueuedKey[] = []

  function onKeyDown(event: KeyboardEvent) {
    const spot = focusContextOf(event.target, activeScopes)
    const { key, code, shiftKey, ctrlKey, metaKey, altKey, repeat } = event
    const heard = shortcutKey(event, spot, mac)
    const isOurs = heard !== null && isShortcutActive(heard, spot, { app: scope().app }) && isBound(heard, spot.layers)
    const isFollowing = (commandRuntime.isPending || kept.length > 0) && !event.isComposing && !ctrlKey && !metaKey && !altKey
    if (!isOurs && !isFollowing) return
    event.preventDefault()
    event.stopPropagation()
    kept.push({ key, code, shiftKey, ctrlKey, metaKey, altKey, repeat })
    if (kept.length === 1) commandRuntime.whenLoaded(pressKept, forget)
  }

  async function pressKept() {
    for (const one of kept.splice(0)) {
      replayKey(one, page.document)
      // What one does in the next moment is done before the next key.
      for (let time = 0; time < 4; time++) await null
    }
  }

  // It cannot be fetched: the status bar says that there is no connection.
  function forget() {
    kept = []
  }

  page.addEventListener('keydown', onKeyDown, true)
  return () => page.removeEventListener('keydown', onKeyDown, true)
}

/** Whether the key means something there, by itself or with those that follow. */
const isBound = (key: string, layers: readonly Layer[]): boolean =>
  layers.some((layer) => Object.keys(activeKeymap()[layer] ?? {}).some((keys) => keys === key || keys.startsWith(`${key} `)))
