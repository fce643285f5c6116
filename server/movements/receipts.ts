import { invalidField } from '../refusal.ts'

export interface ReceiptFile {
  type: 'image/jpeg' | 'image/png' | 'application/pdf'
  content: Buffer
}

const MAX_BYTES = 1024 * 1024

// The type is detected by magic bytes; the declared type is not trusted.
const MAGIC_BYTES: Record<ReceiptFile['type'], Buffer> = {
  'image/jpeg': Buffer.of(0xff, 0xd8, 0xff),
  'image/png': Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  'application/pdf': Buffer.from('%PDF-'),
}

const DATA_URL = /^data:[\w.+/-]*;base64,([A-Za-z0-9+/]+={0,2})$/

/** Parses a data URL. Throws VALIDATION_FAILED unless it is a JPEG, PNG or PDF of at most 1 MiB. */
export function parseReceipt(dataUrl: string): ReceiptFile {
  const [, base64] = DATA_URL.exec(dataUrl) ?? []
  const content = Buffer.from(base64 ?? '', 'base64')
  if (content.length > MAX_BYTES) throw invalidField('receipt', 'rule.fileSize')
  const types = Object.keys(MAGIC_BYTES) as ReceiptFile['type'][]
  const type = types.find((one) => content.subarray(0, MAGIC_BYTES[one].length).equals(MAGIC_BYTES[one]))
  if (type === undefined) throw invalidField('receipt', 'rule.fileType')
  return { type, content }
}

export const receiptUrl = ({ type, content }: ReceiptFile): string => `data:${type};base64,${content.toString('base64')}`
