import type { ColumnRole } from '../layout.ts'
import type { StatedBalances, StatementTable } from '../statementLine.ts'

const COLUMNS: readonly (readonly [string, ColumnRole])[] = [
  ['Date', 'date'],
  ['Amount', 'amount'],
  ['Reference', 'number'],
  ['Bank reference', 'number'],
  ['Name', 'name'],
  ['Description', 'description'],
  ['Currency', 'currency'],
]

/** Whether a text is a MT940 statement, with or without the envelope of SWIFT. */
export const isMt940 = (head: string): boolean => /^:(?:60[FM]|61):/m.test(head) && /^:20:|:25:/m.test(head)

/** Value date, booking date, mark, letter of the currency, amount, type, references. */
const LINE_61 = /^(\d{6})(\d{4})?(R?[CD]|E[CD])([A-Z])?(\d[\d.,]*)(?:([NFS][A-Z0-9]{3})([^\n]*)|$)/

/** Reads all statements of a MT940 file. A line whose `:61:` is malformed keeps its text as its amount, so that it is not read. */
export function readMt940(text: string): StatementTable {
  const rows: string[][] = []
  const lineNumbers: number[] = []
  const balances: { opening: string | null; closing: string | null }[] = []
  let currency = ''
  for (const { tag, content, line } of fields(text)) {
    if (tag === '60F' || tag === '60M') {
      balances.push({ opening: balanceOf(content), closing: null })
      currency = /^[CD]\d{6}([A-Z]{3})/.exec(content)?.[1] ?? ''
    }
    if ((tag === '62F' || tag === '62M') && balances.length > 0) balances.at(-1)!.closing = balanceOf(content)
    if (tag === '61') {
      rows.push([...lineOf(content), currency])
      lineNumbers.push(line)
    }
    if (tag === '86' && rows.length > 0 && rows.at(-1)![5] === '') {
      const { name, description } = informationOf(content)
      rows.at(-1)![4] = name
      rows.at(-1)![5] = description
    }
  }
  return {
    format: 'mt940',
    dialect: 'MT940',
    titles: COLUMNS.map(([title]) => title),
    roles: COLUMNS.map(([, role]) => role),
    rows,
    lineNumbers,
    surroundings: [],
    balances: balances satisfies StatedBalances[],
  }
}

function fields(text: string): { tag: string; content: string; line: number }[] {
  const found: { tag: string; content: string; line: number }[] = []
  for (const [index, raw] of text.split(/\r\n?|\n/).entries()) {
    const [, tag, content = ''] = /^(?:\{[^}]*\{?4:)?:(\d{2}[A-Z]?):(.*)$/.exec(raw) ?? []
    if (tag !== undefined) found.push({ tag, content, line: index + 1 })
    // `-}` ends a message.
    else if (found.length > 0 && !/^-\}?|^\{/.test(raw)) found.at(-1)!.content += `\n${raw}`
  }
  return found
}

function lineOf(content: string): string[] {
  const [first = '', ...supplement] = content.split('\n')
  const [, valued, booked, mark, , amount, , references = ''] = LINE_61.exec(first) ?? []
  if (valued === undefined || amount === undefined || mark === undefined)
    return ['', `${signOf(first)}${first}`, '', '', '', '']
  const [reference = '', bank = ''] = references.split('//')
  const note = supplement.join(' ').trim()
  return [
    dayOf(valued, booked),
    `${signOf(first)}${decimal(amount)}`,
    reference === 'NONREF' ? '' : reference.trim(),
    `${bank} ${note}`.trim(),
    '',
    '',
  ]
}

/** By the mark of a `:61:`, also where the rest is malformed. A returned credit is money out, a returned debit money in. */
const signOf = (line: string): string => (/^\d{6}(?:\d{4})?(?:D|RC|ED)/.test(line) ? '-' : '')

/** The booking day; a booking in January of a value in December is in the next year. */
function dayOf(valued: string, booked: string | undefined): string {
  const [year, month, day] = [Number(valued.slice(0, 2)), valued.slice(2, 4), valued.slice(4, 6)]
  if (booked === undefined) return `20${valued.slice(0, 2)}-${month}-${day}`
  const shift = Number(booked.slice(0, 2)) - Number(month)
  const bookedYear = shift < -6 ? year + 1 : shift > 6 ? year - 1 : year
  return `20${String(bookedYear).padStart(2, '0')}-${booked.slice(0, 2)}-${booked.slice(2)}`
}

/** `91000,5` is `91000.50`; other notations are left as they are. */
const decimal = (text: string): string => {
  const [, whole, fraction] = /^(\d+)(?:,(\d{0,2}))?$/.exec(text) ?? []
  return whole === undefined ? `?${text}` : `${whole}.${(fraction ?? '').padEnd(2, '0')}`
}

function balanceOf(content: string): string | null {
  const [, mark, amount] = /^([CD])\d{6}[A-Z]{3}([\d,]+)/.exec(content) ?? []
  return amount === undefined ? null : `${mark === 'D' ? '-' : ''}${decimal(amount)}`
}

/** A full part of `:86:` goes on without a space in the next. */
const FULL_PART = 27
const FULL_LINE = 65

function informationOf(content: string): { name: string; description: string } {
  const coded = /^(\d{3})?\?\d{2}/.test(content) ? content.replace(/\n/g, '').split('?').slice(1) : null
  if (coded === null) return { name: '', description: joinedParts(content.split('\n'), FULL_LINE) }
  const part = (from: number, to: number) =>
    coded.filter((text) => Number(text.slice(0, 2)) >= from && Number(text.slice(0, 2)) <= to).map((text) => text.slice(2))
  return { name: joinedParts(part(32, 33), FULL_PART), description: joinedParts([...part(20, 29), ...part(60, 63)], FULL_PART) }
}

const joinedParts = (parts: readonly string[], full: number): string =>
  parts.reduce((text, part, at) => (at === 0 ? part : `${text}${parts[at - 1]!.length >= full ? '' : ' '}${part}`), '').trim()
