import { useEffect } from 'react'
import { addressOf, targetOf, useAddress } from '../../../state/location.ts'
import { useConsole } from '../../../useConsole.tsx'

/** What the address asks the screen to begin with, once it can: a command has led here. It is taken out of the address. */
export function useAutoStart(name: string, isReady: boolean, start: (value: string) => void): void {
  const { location } = useConsole()
  const address = useAddress(location)
  const value = addressOf(address).query.get(name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins once for each time it is asked
  useEffect(() => {
    if (value === null || !isReady) return
    const { path, query } = addressOf(location.current())
    query.delete(name)
    location.go(targetOf(path, query), { replace: true })
    start(value)
  }, [value, isReady])
}
