import { useEffect, useState } from 'react'

/** The current time in milliseconds, updated every `every` milliseconds. */
export function useTick(now: () => number, every: number): number {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const ticking = setInterval(() => setAt(now()), every)
    return () => clearInterval(ticking)
  }, [now, every])
  return at
}
