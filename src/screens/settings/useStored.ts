import { useEffect, useRef, useState } from 'react'

interface Stored<Value> {
  /** Null before it is here. */
  stored: Value | null
  /** What reading it failed with last; null while it is on its way. */
  failure: unknown
  retry(): void
}

/** Reads something once, and again when it failed and somebody wants it. Nobody hears of it after he has left. */
export function useStored<Value>(read: (how: { signal: AbortSignal }) => Promise<Value>): Stored<Value> {
  const [stored, setStored] = useState<Value | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  const now = useRef(read)
  now.current = read
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again
  useEffect(() => {
    const leaving = new AbortController()
    setFailure(null)
    now.current({ signal: leaving.signal }).then(setStored, (cause) => {
      if (!leaving.signal.aborted) setFailure(cause)
    })
    return () => leaving.abort()
  }, [tries])
  return { stored, failure, retry: () => setTries(tries + 1) }
}
