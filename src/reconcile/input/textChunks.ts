import { ReconcileError } from '../reconcileError.ts'
import { MAX_BYTES } from '../worker/protocol.ts'
import { type TextDecoding, textDecoding } from './decodeText.ts'
import type { Task } from './task.ts'

const CHUNK = 1 << 20

export interface TextSource {
  readonly encoding: TextDecoding['label']
  /** The text in pieces, with progress in bytes. */
  chunks(): AsyncGenerator<string>
}

/** The text of a file, decoded piece by piece. */
export async function textSource(file: Blob, task: Task): Promise<TextSource> {
  if (file.size > MAX_BYTES) throw new ReconcileError({ code: 'tooLarge', limit: MAX_BYTES })
  const bytes = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer())
  const guess = textDecoding(await bytes(0, CHUNK))
  const decoding = guess.label === 'utf-8' && guess.skip === 0 && file.size > CHUNK ? await checkedUtf8(file, bytes) : guess
  return {
    encoding: decoding.label,
    async *chunks() {
      const decoder = new TextDecoder(decoding.label)
      for (let at = decoding.skip; at < file.size; at += CHUNK) {
        yield decoder.decode(await bytes(at, at + CHUNK), { stream: true })
        await task.step('reading', Math.min(at + CHUNK, file.size), file.size)
      }
      yield decoder.decode()
    },
  }
}

/** One letter of Windows-1252 may stand anywhere in a file that looks like UTF-8. */
async function checkedUtf8(file: Blob, bytes: (from: number, to: number) => Promise<Uint8Array>): Promise<TextDecoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let at = 0; at < file.size; at += CHUNK) decoder.decode(await bytes(at, at + CHUNK), { stream: true })
    decoder.decode()
    return { label: 'utf-8', skip: 0 }
  } catch {
    return { label: 'windows-1252', skip: 0 }
  }
}

export async function wholeText({ chunks }: TextSource): Promise<string> {
  const parts: string[] = []
  for await (const chunk of chunks()) parts.push(chunk)
  return parts.join('')
}
