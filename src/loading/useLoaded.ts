import { useEffect, useRef, useState } from 'react'

export interface Loaded<Value> {
  /** Null until it is loaded. */
  value: Value | null
  /** The error of the last attempt; null while loading. */
  failure: unknown
  retry(): void
}

type Read<Value> = (options: { signal: AbortSignal }, isFirst: boolean) => Promise<Value>

/** Loads a value on mount, and again on `retry`. Aborts on unmount. */
export function useLoaded<Value>(read: Read<Value>): Loaded<Value> {
  const [value, setValue] = useState<Value | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempts, setAttempts] = useState(0)
  const latestRead = useRef(read)
  latestRead.current = read
  useEffect(() => {
    const abort = new AbortController()
    setFailure(null)
    latestRead.current({ signal: abort.signal }, attempts === 0).then(setValue, (cause) => {
      if (!abort.signal.aborted) setFailure(cause)
    })
    return () => abort.abort()
  }, [attempts])
  return { value, failure, retry: () => setAttempts(attempts + 1) }
}
