import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { useConsole } from './useConsole.tsx'

/** What is drawn from the commands, or does something with them: not before they are here. */
export function withHands<Props extends object>(Inner: ComponentType<Props>): (props: Props) => ReactNode {
  return function WithHands(props: Props) {
    const { hands } = useConsole()
    const isHere = useSyncExternalStore(hands.subscribe, () => hands.current !== null)
    return isHere ? <Inner {...props} /> : null
  }
}
