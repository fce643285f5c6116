const HEAD = /^\s*-?(?:rp\.?\s*)?[1-9]\d{0,2}$/i
const MIDDLE = /^\d{3}$/
const TAIL = /^\d{3}\.\d{2}\s*(?:cr|dr|db|[dkc])?\s*$/i

/**
 * Joins amounts that a comma file without quotes has split: `INV-1,91,000.00` is two cells. Done only when most rows have such a
 * run, because no column of its own consists of `000.00`.
 */
export function joinSplitAmounts(rows: readonly string[][]): string[][] {
  const sample = rows.slice(0, 1_000)
  const split = sample.filter((row) => joined(row).length < row.length).length
  if (split * 2 < sample.length - 1 || !hasLeadingZeros(sample)) return [...rows]
  return rows.map(joined)
}

/** Whether a cell such as `000.00` shows that the cells are parts of amounts, or the rows differ in length. */
const hasLeadingZeros = (rows: readonly string[][]): boolean =>
  rows.some((row) => row.some((cell) => /^0\d\d\.\d{2}/.test(cell.trim()))) || new Set(rows.map((row) => row.length)).size > 1

function joined(row: readonly string[]): string[] {
  const result: string[] = []
  for (let at = 0; at < row.length; at++) {
    let end = at + 1
    if (HEAD.test(row[at]!)) {
      while (end < row.length && MIDDLE.test(row[end]!)) end++
      if (end < row.length && TAIL.test(row[end]!)) {
        result.push(row.slice(at, end + 1).join(','))
        at = end
        continue
      }
    }
    result.push(row[at]!)
  }
  return result
}
