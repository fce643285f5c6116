import { useCallback, useEffect, useRef } from 'react'
import type { HeldKeys } from '../keyboard/queue/keyQueue.ts'
import { useConsole } from '../useConsole.tsx'
import type { ChooseOptions } from './useRowActions.ts'

/**
 * An Enter that waits until the rows are complete. The keys that follow it are held, and then go to what it opens. Returns the function
 * that presses it.
 */
export function usePendingEnter(isReady: boolean, choose: (options: ChooseOptions | undefined) => void) {
  const { keyQueue } = useConsole()
  const pending = useRef<{ keys: HeldKeys; options: ChooseOptions | undefined } | null>(null)

  useEffect(() => {
    if (pending.current === null || !isReady) return
    const { keys, options } = pending.current
    pending.current = null
    choose(options)
    // After the palette is closed and the focus has moved.
    setTimeout(keys.release)
  })

  return useCallback(
    (options?: ChooseOptions) => {
      pending.current = { keys: keyQueue.hold(), options }
    },
    [keyQueue],
  )
}
