import { useEffect } from 'react'
import { isMac } from '../ui/Kbd.tsx'
import type { Console } from '../useConsole.tsx'
import { keepKeys } from './earlyKeys.ts'

/** Listens to the keys of the whole page while the component stands. */
export function useKeys(console: Console): void {
  useEffect(() => {
    const { hands } = console
    let stop = hands.current === null ? keepKeys(console, window, isMac) : hands.current.listen()
    const left = hands.subscribe(() => {
      stop()
      stop = hands.current?.listen() ?? stop
    })
    return () => {
      left()
      stop()
    }
  }, [console])
}
