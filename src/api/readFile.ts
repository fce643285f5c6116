import { withinTime } from './withinTime.ts'

export interface Download {
  blob: Blob
  /** From Content-Disposition. */
  name: string | null
}

/** The number of rows received, and the total where the gateway sends it. */
export type Progress = (done: number, all: number | null) => void

const NEW_LINE = 10
const SILENCE_MS = 120_000

/** Reads a file. Rows are counted by line ends as they arrive. Throws a TimeoutError when the connection falls silent. */
export async function readFile(stream: ReadableStream<Uint8Array>, headers: Headers, progress: Progress): Promise<Download> {
  const all = Number(headers.get('x-row-count') ?? Number.NaN)
  const chunks: Uint8Array[] = []
  let lines = 0
  // With a reader: not every browser supports async iteration of a stream.
  const reader = stream.getReader()
  const next = () => withinTime(reader.read(), SILENCE_MS)
  try {
    for (let read = await next(); !read.done; read = await next()) {
      chunks.push(read.value)
      for (const byte of read.value) if (byte === NEW_LINE) lines++
      progress(Math.max(0, lines - 1), Number.isNaN(all) ? null : all)
    }
  } finally {
    reader.cancel().catch(() => {})
  }
  const name = /filename="?([^";]+)"?/.exec(headers.get('content-disposition') ?? '')?.[1] ?? null
  return { blob: new Blob(chunks as BlobPart[], { type: headers.get('content-type') ?? '' }), name }
}
