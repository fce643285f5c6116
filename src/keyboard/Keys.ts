import { useEffect } from 'react'
import { isMac } from '../ui/Kbd.tsx'
import { useConsole } from '../useConsole.tsx'
import { replayKeysWhenLoaded } from './replayKeys.ts'

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
