/** Waits for the next part of a stream. Throws a TimeoutError when it takes longer than `limit` milliseconds. */
export async function withinTime<Value>(coming: Promise<Value>, limit: number): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const fail = () => late.reject(Object.assign(new Error('the stream fell silent'), { name: 'TimeoutError' }))
  const timer = setTimeout(fail, limit)
  try {
    return await Promise.race([coming, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
