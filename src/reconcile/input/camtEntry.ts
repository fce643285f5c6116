import { minorUnits } from '../amounts/decimalText.ts'

/** An XML element with its children. */
export interface Element {
  readonly name: string
  text: string
  readonly children: Element[]
  readonly attributes: Readonly<Record<string, string>>
}

/** Decimals that any currency of a statement has at most. */
const SCALE = 6

const all = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? []
const at = (element: Element | undefined, ...names: string[]): Element | undefined =>
  names.reduce<Element | undefined>((found, name) => all(found, name)[0], element)
const text = (element: Element | undefined, ...names: string[]): string => at(element, ...names)?.text.trim() ?? ''

/** Whether a booking is final; one without a known status is. */
export const isBooked = (entry: Element): boolean => ['', 'BOOK'].includes(text(entry, 'Sts', 'Cd') || text(entry, 'Sts'))

/** The lines of one booking, as cells. A batch whose transactions do not add up to it stays one line with all their numbers. */
export function camtEntry(entry: Element): string[][] {
  const details = all(entry, 'NtryDtls').flatMap((one) => all(one, 'TxDtls'))
  const whole = text(entry, 'Amt')
  const currency = at(entry, 'Amt')?.attributes.Ccy ?? ''
  const sign = signOf(entry)
  const day =
    text(entry, 'BookgDt', 'Dt') || text(entry, 'BookgDt', 'DtTm') || text(entry, 'ValDt', 'Dt') || text(entry, 'ValDt', 'DtTm')
  const note = text(entry, 'AddtlNtryInf')
  const parts = details.map((detail) => ({
    detail,
    amount: amountOf(detail)?.text.trim() ?? '',
    currency: amountOf(detail)?.attributes.Ccy ?? currency,
    sign: at(detail, 'CdtDbtInd') ? signOf(detail) : sign,
  }))
  if (parts.length > 1 && addsUp(parts, `${sign}${whole}`))
    return parts.map((part) => [day, `${part.sign}${part.amount}`, part.currency, ...detailCells([part.detail], entry, '')])
  return [[day, `${sign}${whole}`, currency, ...detailCells(details, entry, note)]]
}

const signOf = (element: Element): string => (text(element, 'CdtDbtInd') === 'DBIT' ? '-' : '')

const amountOf = (detail: Element): Element | undefined =>
  at(detail, 'Amt') ?? at(detail, 'AmtDtls', 'TxAmt', 'Amt') ?? at(detail, 'AmtDtls', 'InstdAmt', 'Amt')

function addsUp(parts: readonly { amount: string; sign: string }[], whole: string): boolean {
  const units = parts.map(({ amount, sign }) => minorUnits(`${sign}${amount}`, SCALE))
  const total = minorUnits(whole, SCALE)
  return total !== null && !units.includes(null) && units.reduce<bigint>((sum, one) => sum + one!, 0n) === total
}

/** Number cells hold one number each; further numbers of a batch go to the description, where they are found too. */
function detailCells(details: readonly Element[], entry: Element, note: string): string[] {
  const [first] = details
  const given = (detail: Element | undefined, name: string) => {
    const found = text(detail, 'Refs', name)
    return found === 'NOTPROVIDED' ? '' : found
  }
  const remittance = (detail: Element) =>
    [
      ...all(at(detail, 'RmtInf'), 'Ustrd').map((one) => one.text.trim()),
      ...all(at(detail, 'RmtInf'), 'Strd').map((one) => text(one, 'CdtrRefInf', 'Ref')),
      text(detail, 'AddtlTxInf'),
    ].filter((one) => one !== '')
  const others = details
    .slice(1)
    .flatMap((detail) => [given(detail, 'EndToEndId'), given(detail, 'TxId')].filter((one) => one !== ''))
  const name = first === undefined ? '' : partyName(first, signOf(entry) === '' ? 'Dbtr' : 'Cdtr')
  return [
    given(first, 'EndToEndId'),
    given(first, 'TxId') || given(first, 'InstrId'),
    given(first, 'AcctSvcrRef') || text(entry, 'AcctSvcrRef') || text(entry, 'NtryRef'),
    name,
    [...details.flatMap(remittance), ...others, note].filter((one) => one !== '').join(' '),
  ]
}

const partyName = (detail: Element, party: 'Dbtr' | 'Cdtr'): string =>
  text(detail, 'RltdPties', party, 'Nm') || text(detail, 'RltdPties', party, 'Pty', 'Nm')
