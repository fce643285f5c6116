export interface TextDecoding {
  readonly label: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  /** Bytes of the byte order mark. */
  readonly skip: number
}

/** The encoding of a text file by its byte order mark, its zero bytes, or whether it is valid UTF-8. `head` is its beginning. */
export function textDecoding(head: Uint8Array): TextDecoding {
  const [a, b, c] = head
  if (a === 0xef && b === 0xbb && c === 0xbf) return { label: 'utf-8', skip: 3 }
  if (a === 0xff && b === 0xfe) return { label: 'utf-16le', skip: 2 }
  if (a === 0xfe && b === 0xff) return { label: 'utf-16be', skip: 2 }
  const zeros = [0, 0]
  for (const [at, byte] of head.subarray(0, 1_000).entries()) if (byte === 0) zeros[at % 2]!++
  if (zeros[1]! > 100 || zeros[1]! * 4 > head.length) return { label: 'utf-16le', skip: 0 }
  if (zeros[0]! > 100 || zeros[0]! * 4 > head.length) return { label: 'utf-16be', skip: 0 }
  return { label: isUtf8(head) ? 'utf-8' : 'windows-1252', skip: 0 }
}

/** A character may be cut off at the end. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
