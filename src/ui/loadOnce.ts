/** Calls `load` once for all callers. After a failure the next call tries again. */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null
  return () => {
    loading ??= load().catch((cause) => {
      loading = null
      throw cause
    })
    return loading
  }
}
