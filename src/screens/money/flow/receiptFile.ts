const MAX_BYTES = 1024 * 1024
const TYPES = ['image/jpeg', 'image/png', 'application/pdf']

/** The `accept` attribute of the file input. */
export const RECEIPT_TYPES = TYPES.join(',')

/** Reads a file as a data URL. Rejects when the browser cannot read it; type and size are checked by `receiptFault`. */
export function readReceipt(file: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => reject(reader.error)
  reader.readAsDataURL(file)
  return promise
}

/** The fault of a receipt given as a data URL; null when it is empty or valid. */
export function receiptFault(url: string): readonly ['rule.fileType' | 'rule.fileSize'] | null {
  if (url === '') return null
  if (!TYPES.includes(mediaTypeOf(url))) return ['rule.fileType']
  return byteLength(url) > MAX_BYTES ? ['rule.fileSize'] : null
}

const mediaTypeOf = (url: string): string => /^data:([^;,]*)/.exec(url)?.[1] ?? ''

/** Size in bytes of the base64 payload: three bytes per four characters, minus padding. */
function byteLength(url: string): number {
  const text = url.slice(url.indexOf(',') + 1)
  return Math.floor((text.length * 3) / 4) - (/=*$/.exec(text)?.[0].length ?? 0)
}

const KIB = 1024

/** The size of a receipt as text, in KiB. */
export const receiptSize = (url: string): string => `${Math.max(1, Math.round(byteLength(url) / KIB))} KiB`
