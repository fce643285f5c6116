import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useConsole } from '../useConsole.tsx'

/** Whether the commands are here; draws again when they come. */
export function useCommandsLoaded(): boolean {
  const { commandRuntime } = useConsole()
  return useSyncExternalStore(commandRuntime.subscribe, () => commandRuntime.current !== null)
}

/** What is drawn from the commands: it has them fetched, and is nothing until they are here. */
export function withCommandRuntime<Props extends object>(Inner: ComponentType<Props>): (props: Props) => ReactNode {
  return function WithCommandRuntime(props: Props) {
    const { commandRuntime } = useConsole()
    const isLoaded = useCommandsLoaded()
    useEffect(() => {
      // Without a connection it stays away, as the status bar says, and the next key asks again.
      if (!isLoaded) commandRuntime.fetch().catch(() => {})
    }, [commandRuntime, isLoaded])
    return isLoaded ? <Inner {...props} /> : null
  }
}
