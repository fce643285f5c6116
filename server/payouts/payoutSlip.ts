import type { PayOrder, Receipt } from '#contract/rows/orders.ts'
import type { OwnOrder } from '../orders/orderRow.ts'
import type { Language } from '../texts/languages.ts'
import { columnTitle, textsOf } from '../texts/texts.ts'

const FIELDS = [
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
const LINE_HEIGHT = 34

/** The receipt of a payout as an SVG image, in the given language. */
export function payoutSlip(order: OwnOrder, language: Language): Receipt {
  const fields = Object.fromEntries(FIELDS.map((name) => [name, order[name]])) as Pick<PayOrder, (typeof FIELDS)[number]>
  const receipt = `data:image/svg+xml;base64,${Buffer.from(renderSvg(order, language)).toString('base64')}`
  return { ...fields, currency: order.currency, receipt }
}

function renderSvg(order: OwnOrder, language: Language): string {
  const statuses: Record<string, string> = textsOf(language).statuses
  const textOf = (name: (typeof FIELDS)[number]): string | null => {
    if (name === 'payAmount' || name === 'payFee') return `${order[name]} ${order.currency}`
    if (name === 'status') return statuses[order.status] ?? order.status
    return order[name]
  }
  const lines = FIELDS.flatMap((name) => {
    const value = textOf(name)
    return value === null ? [] : { label: columnTitle(name, language), value }
  })
  const height = 40 + lines.length * LINE_HEIGHT
  const rows = lines.map(({ label, value }, index) => {
    const y = 46 + index * LINE_HEIGHT
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

// Names are user input, so they are escaped as text. XML allows no control characters.
const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
  text.replace(/[\u0000-\u001f]/g, ' ').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
