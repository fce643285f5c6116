import { useEffect, useRef, useState } from 'react'

interface Loaded<Value> {
  /** Null until it is loaded. */
  value: Value | null
  /** The error of the last attempt; null while loading. */
  failure: unknown
  retry(): void
}

/** Loads a value on mount, and again on `retry`. Aborts on unmount. */
export function useLoaded<Value>(read: (how: { signal: AbortSignal }) => Promise<Value>): Loaded<Value> {
  const [value, setValue] = useState<Value | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  const now = useRef(read)
  now.current = read
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
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
