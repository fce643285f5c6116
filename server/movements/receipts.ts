import { Refusal } from '../refusal.ts'

export interface ReceiptFile {
  type: 'image/jpeg' | 'image/png' | 'application/pdf'
  content: Buffer
}

const LARGEST = 1024 * 1024

// What a file is, its first bytes say; what it is called, anybody can.
const BEGINNINGS: Record<ReceiptFile['type'], Buffer> = {
  'image/jpeg': Buffer.of(0xff, 0xd8, 0xff),
  'image/png': Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  'application/pdf': Buffer.from('%PDF-'),
}

const DATA_URL = /^data:[\w.+/-]*;base64,([A-Za-z0-9+/]+={0,2})$/

/** The file in a data URL. Refuses what is no JPEG, PNG or PDF, and what is larger than 1 MiB. */
export function parseReceipt(dataUrl: string): ReceiptFile {
  const [, base64] = DATA_URL.exec(dataUrl) ?? []
  const content = Buffer.from(base64 ?? '', 'base64')
  if (content.length > LARGEST) throw refused('rule.fileSize')
  const types = Object.keys(BEGINNINGS) as ReceiptFile['type'][]
  const type = types.find((one) => content.subarray(0, BEGINNINGS[one].length).equals(BEGINNINGS[one]))
  if (type === undefined) throw refused('rule.fileType')
  return { type, content }
}

const refused = (rule: string) => new Refusal('VALIDATION_FAILED', { fields: { receipt: rule } })

/** The file as a data URL again. */
export const receiptUrl = ({ type, content }: ReceiptFile): string => `data:${type};base64,${content.toString('base64')}`
