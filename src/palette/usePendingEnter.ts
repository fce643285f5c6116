import { useCallback, useEffect, useRef } from 'react'
import type { HeldKeys } from '../keyboard/queue/keyQueue.ts'
import { useConsole } from '../useConsole.tsx'
import type { ChooseOptions } from './useRowActions.ts'

interface PendingEnter {
  keys: HeldKeys
  options: ChooseOptions | undefined
  watching: { unsubscribe(): void }
}

/**
 * An Enter that waits until the rows are complete. The keys that follow it are held, and then go to what it opens. It is forgotten with
 * them when the text changes or no rows come. Returns the function that presses it.
 */
export function usePendingEnter(rows: 'waiting' | 'ready' | 'failed', choose: (options: ChooseOptions | undefined) => void) {
  const { keyQueue, palette, scope } = useConsole()
  const pending = useRef<PendingEnter | null>(null)

  useEffect(() => {
    if (pending.current === null || rows === 'waiting') return
    const { keys, options, watching } = pending.current
    pending.current = null
    watching.unsubscribe()
    if (rows === 'ready') {
      choose(options)
      // After the palette is closed and the focus has moved.
      setTimeout(keys.release)
    } else if (keys.drop()) scope().app.toast(['keys.dropped'])
  })

  return useCallback(
    (options?: ChooseOptions) => {
      pending.current?.watching.unsubscribe()
      const { text } = palette.getSnapshot().context.page
      const keys = keyQueue.hold()
      // Escape clears the text, and so does closing the palette.
      const watching = palette.subscribe(({ context: { page } }) => {
        if (page.text === text) return
        watching.unsubscribe()
        pending.current = null
        keys.drop()
      })
      pending.current = { keys, options, watching }
    },
    [keyQueue, palette],
  )
}
