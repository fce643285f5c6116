import { dice } from '../tests/dice.ts'
import type { Region, Result } from './region.ts'
import type { TargetDatabase } from './targets.ts'

/** A region on a new database, for so many rounds or minutes. */
export interface Step {
  name: string
  region: Region
  openTarget: () => Promise<TargetDatabase>
  limit: { rounds: number } | { minutes: number }
}

export interface Row extends Result {
  region: string
  database: string
  minutes: number
}

/** Runs the steps in turn. An error of a step is a failure of its row. An aborted signal ends the running step and skips others. */
export async function runSteps(
  steps: readonly Step[],
  seed: number,
  { signal, onRow }: { signal?: AbortSignal; onRow?: (row: Row) => void } = {},
): Promise<Row[]> {
  const rows: Row[] = []
  for (const step of steps) {
    if (signal?.aborted === true) break
    const row = await runStep(step, seed, signal)
    rows.push(row)
    onRow?.(row)
  }
  return rows
}

async function runStep({ name, region, openTarget, limit }: Step, seed: number, signal?: AbortSignal): Promise<Row> {
  const target = await openTarget()
  const began = Date.now()
  const isLimit = (done: number) => ('rounds' in limit ? done >= limit.rounds : Date.now() - began >= limit.minutes * 60_000)
  const task = { target, roll: dice(seed), isOver: (done: number) => signal?.aborted === true || isLimit(done) }
  try {
    const result = await region(task).catch((error: Error) => ({ tried: 0, failures: [String(error.stack)], figures: '' }))
    return { ...result, region: name, database: target.name, minutes: (Date.now() - began) / 60_000 }
  } finally {
    await target.close()
  }
}

const HEADS = ['region', 'database', 'minutes', 'tried', 'failed', 'figures']
/** Lines of failures that are shown for each row. */
const SHOWN = 10

/** The rows as a table, and below it the first failures of each. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ region, database, minutes, tried, failures, figures }) => [
    region,
    database,
    minutes.toFixed(1),
    String(tried),
    String(failures.length),
    figures,
  ])
  const widths = HEADS.map((_, column) => Math.max(...[HEADS, ...cells].map((line) => line[column]!.length)))
  const lines = [HEADS, widths.map((width) => '-'.repeat(width)), ...cells].map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
  const failed = rows.flatMap(({ region, database, failures }) =>
    failures.slice(0, SHOWN).map((line) => `${region}, ${database}: ${line}`),
  )
  return [...lines, ...(failed.length === 0 ? [] : ['', ...failed])].join('\n')
}
