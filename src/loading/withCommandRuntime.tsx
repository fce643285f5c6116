import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useConsole } from '../useConsole.tsx'

/** Whether the command runtime has loaded; the component renders again when it has. */
export function useCommandsLoaded(): boolean {
  const { commandRuntime } = useConsole()
  return useSyncExternalStore(commandRuntime.subscribe, () => commandRuntime.current !== null)
}

/** Wraps a component that needs the command runtime: starts loading it, and renders nothing until it has loaded. */
export function withCommandRuntime<Props extends object>(Inner: ComponentType<Props>): (props: Props) => ReactNode {
  return function WithCommandRuntime(props: Props) {
    const { commandRuntime } = useConsole()
    const isLoaded = useCommandsLoaded()
    useEffect(() => {
      // Without a connection it stays hidden; the status bar shows that, and the next key retries.
      if (!isLoaded) commandRuntime.fetch().catch(() => {})
    }, [commandRuntime, isLoaded])
    return isLoaded ? <Inner {...props} /> : null
  }
}
