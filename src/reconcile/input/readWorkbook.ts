import type { CellObject, WorkSheet } from '@e965/xlsx'
import { type FoundTitles, findTitles } from '../columns/findTitles.ts'
import { ReconcileError } from '../reconcileError.ts'
import type { StatementTable } from '../statementLine.ts'
import { MAX_BYTES, MAX_LINES } from '../worker/protocol.ts'
import type { Task } from './task.ts'

const SURROUNDING_ROWS = 100
/** Excel keeps this many digits; a longer number has lost its end. */
const EXACT_DIGITS = 15

type Xlsx = typeof import('@e965/xlsx')

/**
 * Reads an Excel file (XLSX, XLS, or the HTML table that some banks name so): the sheet with most lines, and those with the same titles.
 * The lines of all are numbered on.
 */
export async function readWorkbook(file: Blob, task: Task): Promise<StatementTable> {
  if (file.size > MAX_BYTES) throw new ReconcileError({ code: 'tooLarge', limit: MAX_BYTES })
  const xlsx = await import('@e965/xlsx')
  const bytes = new Uint8Array(await file.arrayBuffer())
  await task.step('reading', bytes.length, bytes.length)
  const sheets = openSheets(xlsx, bytes)
  if (sheets.some(({ rows }) => rows.length > MAX_LINES + SURROUNDING_ROWS)) throw tooManyLines()
  const withLines = sheets.map((sheet) => linesOf(sheet, xlsx)).filter(({ rows }) => rows.length > 0)
  const largest = withLines.reduce<SheetLines | null>(
    (best, one) => (one.rows.length > (best?.rows.length ?? 0) ? one : best),
    null,
  )
  if (largest === null) throw new ReconcileError({ code: 'noStatement' })
  const titles = titlesOf(largest)
  const joined = withLines.filter((one) => one === largest || (titles !== '' && titlesOf(one) === titles))
  const width = Math.max(...joined.map((one) => one.titles.length))
  const padded = (cells: readonly string[]) => [...cells, ...Array(width - cells.length).fill('')]
  const rows = joined.flatMap((one) => one.rows.map(padded))
  if (rows.length > MAX_LINES) throw tooManyLines()
  return {
    titles: padded(largest.titles),
    rows,
    lineNumbers: joined.flatMap(({ lineNumbers }, at) => {
      const before = joined.slice(0, at).reduce((sum, { height }) => sum + height, 0)
      return lineNumbers.map((number) => before + number)
    }),
    surroundings: joined.flatMap((one) => one.surroundings),
    otherSheets: withLines.filter((one) => !joined.includes(one)).map(({ name }) => name),
    format: 'workbook',
    dialect: 'Excel',
    roles: null,
    balances: [],
  }
}

/** Rows around the lines may be wider than the titles. */
const titlesOf = ({ titles }: SheetLines): string => titles.join('\n').trimEnd()

const tooManyLines = () => new ReconcileError({ code: 'tooManyLines', limit: MAX_LINES })

interface SheetLines extends FoundTitles {
  readonly name: string
  /** Rows of the sheet. */
  readonly height: number
}

/** The lines of a sheet without empty columns at its end. */
function linesOf({ name, rows, date1904 }: Sheet, xlsx: Xlsx): SheetLines {
  const numbered = rows.flatMap((row, index) => {
    const cells = Array.from(row, (cell) => cellText(xlsx, cell, date1904))
    const width = cells.findLastIndex((cell) => cell !== '') + 1
    return width > 0 ? [{ cells: cells.slice(0, width), number: index + 1 }] : []
  })
  const found = findTitles(
    numbered.map(({ cells }) => cells),
    numbered.map(({ number }) => number),
  )
  return { ...found, name, height: rows.length }
}

interface Sheet {
  readonly name: string
  readonly rows: readonly Cells[]
  /** Whether its days are counted from 1904, as Excel once did on a Mac. */
  readonly date1904: boolean
}

type Cells = readonly (CellObject | undefined)[]

function openSheets(xlsx: Xlsx, bytes: Uint8Array): Sheet[] {
  try {
    const book = xlsx.read(bytes, {
      dense: true,
      cellNF: true,
      cellHTML: false,
      cellFormula: false,
      sheetRows: MAX_LINES + 2 * SURROUNDING_ROWS,
      raw: true,
    })
    const date1904 = book.Workbook?.WBProps?.date1904 === true
    return book.SheetNames.map((name) => {
      const rows = ((book.Sheets[name] as WorkSheet)['!data'] ?? []) as Cells[]
      return { name, rows: Array.from(rows, (row) => row ?? []), date1904 }
    })
  } catch (error) {
    throw new ReconcileError({ code: /password|encrypt/i.test(String(error)) ? 'passwordProtected' : 'damaged' })
  }
}

/** The text of a cell: dates as `2026-11-21 08:15:30`, numbers with a point, long numbers with an exponent because they lost digits. */
function cellText(xlsx: Xlsx, cell: CellObject | undefined, date1904: boolean): string {
  if (cell === undefined || cell.v === undefined || cell.t === 'e' || cell.t === 'z') return ''
  if (cell.t !== 'n') return String(cell.v).trim()
  const value = Number(cell.v)
  const date = typeof cell.z === 'string' && xlsx.SSF.is_date(cell.z) ? dateText(xlsx, value, date1904) : null
  if (date !== null) return date
  if (Math.abs(value) >= 10 ** EXACT_DIGITS) return value.toExponential(EXACT_DIGITS - 1)
  const text = String(Number(value.toPrecision(EXACT_DIGITS)))
  // Three decimals would read as thousands.
  return /^-?\d+\.\d{3}$/.test(text) ? `${text}0` : text
}

/** Null for a number that is no date, such as `20261121` in a column of dates. */
function dateText(xlsx: Xlsx, value: number, date1904: boolean): string | null {
  const code = xlsx.SSF.parse_date_code(value, { date1904 })
  if (code === null) return null
  const { y, m, d, H, M, S } = code
  const pad = (n: number) => String(Math.floor(n)).padStart(2, '0')
  const time = H === 0 && M === 0 && S === 0 ? '' : ` ${pad(H)}:${pad(M)}:${pad(S)}`
  return value < 1 ? time.trim() : `${y}-${pad(m)}-${pad(d)}${time}`
}
