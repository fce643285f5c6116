import { SaxesParser } from 'saxes'
import type { ColumnRole } from '../layout.ts'
import { ReconcileError } from '../reconcileError.ts'
import type { StatementTable } from '../statementLine.ts'
import { MAX_LINES } from '../worker/protocol.ts'
import { camtEntry, type Element, isBooked } from './camtEntry.ts'
import type { Task } from './task.ts'
import type { TextSource } from './textChunks.ts'

export const CAMT_COLUMNS: readonly (readonly [string, ColumnRole])[] = [
  ['BookgDt', 'date'],
  ['Amt', 'amount'],
  ['Ccy', 'currency'],
  ['EndToEndId', 'number'],
  ['TxId', 'number'],
  ['AcctSvcrRef', 'number'],
  ['Nm', 'name'],
  ['Ustrd', 'description'],
]

/** Whether an XML text is a bank-to-customer statement, report or notification. */
export const isCamt = (head: string): boolean => /<(?:\w+:)?(?:BkToCstmr|Document[^>]+camt\.05[234])/.test(head)

/** Elements that are collected as trees; everything outside of them is skipped. */
const COLLECTED = ['Ntry', 'Bal']

/** Reads CAMT.053 as a stream. Each booking is a line; a batch booking is one line per transaction when their amounts add up to it. Bookings that are pending are left out: they come again. */
export async function readCamt(source: TextSource, task: Task): Promise<StatementTable> {
  const rows: string[][] = []
  const lineNumbers: number[] = []
  const balances: { opening: string | null; closing: string | null }[] = []
  let unbooked = 0
  const path: Element[] = []
  const parser = new SaxesParser()
  let failure: Error | null = null
  parser.on('error', (error) => {
    failure ??= error
  })
  const localName = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name)
    if (path.length === 0 && !COLLECTED.includes(local)) {
      if (['Stmt', 'Rpt', 'Ntfctn'].includes(local)) balances.push({ opening: null, closing: null })
      return
    }
    const element: Element = { name: local, text: '', children: [], attributes: attributes as Record<string, string> }
    path.at(-1)?.children.push(element)
    path.push(element)
  })
  for (const kind of ['text', 'cdata'] as const)
    parser.on(kind, (text) => {
      const last = path.at(-1)
      if (last !== undefined) last.text += text
    })
  parser.on('closetag', () => {
    const element = path.pop()
    if (element === undefined || path.length > 0) return
    if (element.name === 'Bal') return addBalance(element, balances.at(-1))
    if (!isBooked(element)) {
      unbooked++
      return
    }
    for (const row of camtEntry(element)) {
      rows.push(row)
      lineNumbers.push(parser.line)
    }
  })
  for await (const chunk of source.chunks()) {
    parser.write(chunk)
    if (failure !== null) throw new ReconcileError({ code: 'damaged' })
    if (rows.length > MAX_LINES) throw new ReconcileError({ code: 'tooManyLines', limit: MAX_LINES })
    await task.step('reading', 0, null)
  }
  parser.close()
  if (failure !== null) throw new ReconcileError({ code: 'damaged' })
  return {
    format: 'camt053',
    dialect: 'CAMT',
    titles: CAMT_COLUMNS.map(([title]) => title),
    roles: CAMT_COLUMNS.map(([, role]) => role),
    rows,
    lineNumbers,
    surroundings: [],
    unbooked,
    balances,
  }
}

function addBalance(element: Element, balances: { opening: string | null; closing: string | null } | undefined): void {
  const find = (from: Element, ...names: string[]): Element | undefined =>
    names.reduce<Element | undefined>((at, name) => at?.children.find((child) => child.name === name), from)
  const code = find(element, 'Tp', 'CdOrPrtry', 'Cd')?.text.trim()
  const amount = find(element, 'Amt')?.text.trim()
  if (balances === undefined || amount === undefined) return
  const signed = find(element, 'CdtDbtInd')?.text.trim() === 'DBIT' ? `-${amount}` : amount
  if (code === 'OPBD' || code === 'PRCD') balances.opening ??= signed
  if (code === 'CLBD') balances.closing = signed
}
