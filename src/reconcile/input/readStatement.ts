import { ReconcileError } from '../reconcileError.ts'
import type { StatementTable } from '../statementLine.ts'
import type { StatementSource } from '../worker/protocol.ts'
import { isCamt, readCamt } from './readCamt.ts'
import { detectDelimiter, readDelimited } from './readDelimited.ts'
import { isMt940, readMt940 } from './readMt940.ts'
import { readPlainLines } from './readPlainLines.ts'
import { readWorkbook } from './readWorkbook.ts'
import type { Task } from './task.ts'
import { textSource, wholeText } from './textChunks.ts'

const HEAD_BYTES = 4
const SAMPLE_CHARACTERS = 100_000

/** Reads a statement of any supported format, told by its content and never by its name. */
export async function readStatement(source: StatementSource, task: Task): Promise<StatementTable> {
  const file = source.kind === 'file' ? source.file : new Blob([source.text])
  if (file.size === 0) throw new ReconcileError({ code: 'empty' })
  const table = await readTable(file, task)
  if (table.rows.length === 0) throw new ReconcileError({ code: 'noStatement' })
  return table
}

async function readTable(file: Blob, task: Task): Promise<StatementTable> {
  if (isOfficeFile(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))) return readWorkbook(file, task)
  const text = await textSource(file, task)
  const { value: beginning = '' } = await text.chunks().next()
  const head = beginning.slice(0, SAMPLE_CHARACTERS)
  // Images, archives and PDF files are no text.
  if (head.startsWith('%PDF') || head.includes('\0')) throw new ReconcileError({ code: 'unknownFormat' })
  if (/^\s*</.test(head)) {
    if (isCamt(head)) return readCamt(text, task)
    if (/<(html|table|Workbook)/i.test(head)) return readWorkbook(file, task)
    throw new ReconcileError({ code: 'unknownFormat' })
  }
  if (isMt940(head)) return readMt940(await wholeText(text))
  const delimiter = detectDelimiter(head)
  return delimiter === null ? readPlainLines(await wholeText(text), text.encoding) : readDelimited(text, delimiter, task)
}

/** A zip file, or the older container of Excel. */
const isOfficeFile = ([a, b, c, d]: Uint8Array): boolean =>
  (a === 0x50 && b === 0x4b) || (a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0)
