import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useConsole } from '../useConsole.tsx'

/** Whether the commands are here; draws again when they come. */
export function useHandsHere(): boolean {
  const { hands } = useConsole()
  return useSyncExternalStore(hands.subscribe, () => hands.current !== null)
}

/** What is drawn from the commands: it has them fetched, and is nothing until they are here. */
export function withHands<Props extends object>(Inner: ComponentType<Props>): (props: Props) => ReactNode {
  return function WithHands(props: Props) {
    const { hands } = useConsole()
    const areHere = useHandsHere()
    useEffect(() => {
      // Without a connection it stays away, as the status bar says, and the next key asks again.
      if (!areHere) hands.fetch().catch(() => {})
    }, [hands, areHere])
    return areHere ? <Inner {...props} /> : null
  }
}
