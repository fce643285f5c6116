import { withinTime } from './withinTime.ts'

export interface EventHandlers {
  opened(): void
  /** An event arrived with this text. */
  heard(text: string): void
}

const DATA = /^data: ?(.*)$/

/** Reads the events of a stream until it ends. Throws a TimeoutError when it is silent for longer than `silence` milliseconds. */
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
      // The gateway sends a keep-alive every few seconds. A dead connection sends nothing.
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
