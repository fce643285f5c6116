import type { Fault } from './rules.ts'

const MAX_BYTES = 1024 * 1024
const TYPES = ['image/jpeg', 'image/png', 'application/pdf']

/** What the browser's own dialog is to offer. */
export const RECEIPT_TYPES = TYPES.join(',')

/** A file as a data URL; what is wrong with it is judged by the rules of the form. */
export function readReceipt(file: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => reject(reader.error)
  reader.readAsDataURL(file)
  return promise
}

export function receiptFault(url: string): Fault | null {
  if (url === '') return null
  if (!TYPES.includes(mediaTypeOf(url))) return ['rule.fileType']
  return byteLength(url) > MAX_BYTES ? ['rule.fileSize'] : null
}

const mediaTypeOf = (url: string): string => /^data:([^;,]*)/.exec(url)?.[1] ?? ''

/** Of a file in base 64: three bytes in four characters, without those that only fill up. */
function byteLength(url: string): number {
  const text = url.slice(url.indexOf(',') + 1)
  return Math.floor((text.length * 3) / 4) - (/=*$/.exec(text)?.[0].length ?? 0)
}

const KIB = 1024

/** How large the file is, as it is told. */
export const receiptSize = (url: string): string => `${Math.max(1, Math.round(byteLength(url) / KIB))} KiB`
