import { useEffect, useRef, useState } from 'react'

interface Loaded<Value> {
  /** Null before it is here. */
  value: Value | null
  /** What reading it failed with last; null while it is on its way. */
  failure: unknown
  retry(): void
}

/** Reads something once, and again when it failed and somebody wants it. Nobody hears of it after he has left. */
export function useLoaded<Value>(read: (how: { signal: AbortSignal }) => Promise<Value>): Loaded<Value> {
  const [value, setValue] = useState<Value | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  const now = useRef(read)
  now.current = read
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again
  useEffect(() => {
    const leaving = new AbortController()
    setFailure(null)
    now.current({ signal: leaving.signal }).then(setValue, (cause) => {
      if (!leaving.signal.aborted) setFailure(cause)
    })
    return () => leaving.abort()
  }, [tries])
  return { value, failure, retry: () => setTries(tries + 1) }
}
