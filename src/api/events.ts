/** What comes on a stream of events, and that there is still somebody at the other end. */
export interface EventHandlers {
  /** The stream is there. */
  opened(): void
  /** An event came, with this text. */
  heard(text: string): void
}

const DATA = /^data: ?(.*)$/

/** Reads the events of a stream as they come, until it ends; throws when it falls silent for too long. */
export async function readEvents(
  stream: ReadableStream<Uint8Array>,
  { opened, heard }: EventHandlers,
  { silence, signal }: { silence: number; signal: AbortSignal },
): Promise<void> {
  const reader = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  const stop = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', stop)
  opened()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await withinTime(reader.read(), silence)
      if (done) return
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const data = DATA.exec(line)?.[1]
        if (data !== undefined) heard(data)
      }
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** The gateway says something every few seconds, be it nothing. A connection that was cut without a word says nothing at all. */
async function withinTime<Value>(coming: Promise<Value>, limit: number): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new TypeError('the stream fell silent')), limit)
  try {
    return await Promise.race([coming, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
