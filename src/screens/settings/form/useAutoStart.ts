import { useEffect } from 'react'
import { formatAddress, parseAddress, useAddress } from '../../../state/location.ts'
import { useConsole } from '../../../useConsole.tsx'

/** Runs `start` with a parameter of the address once the screen is ready, and removes it. Set by commands that lead here. */
export function useAutoStart(name: string, isReady: boolean, start: (value: string) => void): void {
  const { location } = useConsole()
  const address = useAddress(location)
  const value = parseAddress(address).query.get(name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once per parameter
  useEffect(() => {
    if (value === null || !isReady) return
    const { path, query } = parseAddress(location.current())
    query.delete(name)
    location.go(formatAddress(path, query), { replace: true })
    start(value)
  }, [value, isReady])
}
