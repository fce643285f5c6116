/** A number with its significant digits. */
export const figure = (value: number): string => (value < 10 ? value.toFixed(value < 1 ? 2 : 1) : value.toFixed(0))

export const times = (value: number, floor: number): string => `${(value / floor).toFixed(2)}x`

export const percent = (share: number): string => `${(share * 100).toFixed(share === 0 ? 0 : 1)} %`

/** Bytes in kB. */
export const kilo = (bytes: number): string => (bytes / 1_000).toFixed(1)

/** A value with its bound, and whether it is met. */
export const verdict = (value: number, bound: number): string => `${figure(bound)} ${value <= bound ? 'ok' : 'OVER'}`

interface Table {
  title: string
  rows: readonly Readonly<Record<string, string>>[]
}

const JSON_FLAG = '--json'
const tables: Table[] = []

/** Whether one JSON document at the end replaces the tables. */
export const isJson = process.argv.includes(JSON_FLAG)
/** The arguments of the command without that of the format. */
export const askedParts = process.argv.slice(2).filter((word) => word !== JSON_FLAG)

/** A line between the tables. */
export const note = (text: string): void => void (isJson || console.log(text))

/** The tables so far, each row by its headers. */
export const printJson = (machine: string): void => console.log(JSON.stringify({ machine, tables }, null, 2))

/** Prints rows under their headers; the first column is the name, the others are numbers. */
export function print(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): void {
  tables.push({ title, rows: rows.map((row) => Object.fromEntries(heads.map((head, column) => [head, row[column] ?? '']))) })
  if (isJson) return
  const lines = [heads, ...rows]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd()
  console.log(`\n${title}\n`)
  console.log(line(heads))
  console.log(widths.map((width) => '-'.repeat(width)).join('  '))
  for (const row of rows) console.log(line(row))
}
