import type { PayOrder, Receipt } from '#contract/rows/orders.ts'
import type { Language } from '../texts/languages.ts'
import { textsOf } from '../texts/texts.ts'

const LINES = [
  'merchantName',
  'merchantOrderNo',
  'platOrderNo',
  'bankName',
  'receiveName',
  'receiveAccount',
  'payAmount',
  'payFee',
  'status',
  'completeTime',
] as const

const WIDTH = 560
const LINE = 34

/** A slip to hand on: what was paid to whom, and when, in the reader's language. */
export function payoutSlip(order: PayOrder, language: Language): Receipt {
  const { merchantOrderNo, platOrderNo, merchantName, bankName, receiveName, receiveAccount } = order
  const { currency, payAmount, payFee, status, completeTime } = order
  const svg = drawn(order, language)
  return {
    merchantOrderNo,
    platOrderNo,
    merchantName,
    bankName,
    receiveName,
    receiveAccount,
    currency,
    payAmount,
    payFee,
    status,
    completeTime,
    receipt: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  }
}

function drawn(order: PayOrder, language: Language): string {
  const { columns, options } = textsOf(language)
  const statuses: Record<string, string> = options.PayoutOrderStatus
  const said = (name: (typeof LINES)[number]): string | null => {
    if (name === 'payAmount' || name === 'payFee') return `${order[name]} ${order.currency}`
    if (name === 'status') return statuses[order.status] ?? order.status
    return order[name]
  }
  const lines = LINES.flatMap((name) => {
    const value = said(name)
    return value === null ? [] : { label: columns[name], value }
  })
  const height = 40 + lines.length * LINE
  const rows = lines.map(({ label, value }, place) => {
    const y = 46 + place * LINE
    return `<text x="24" y="${y}" fill="#666">${escaped(label)}</text><text x="${WIDTH - 24}" y="${y}" text-anchor="end">${escaped(value)}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`,
    ' font-family="sans-serif" font-size="15" fill="#111">',
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...rows,
    '</svg>',
  ].join('')
}

// Names are the merchant's own words; in a picture they are never more than text. XML knows no control characters at all.
const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  text.replace(/[\u0000-\u001f]/g, ' ').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
