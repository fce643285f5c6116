import { calls } from '#contract/calls.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { Console } from '../../../useConsole.tsx'
import type { MoneyKind } from './kinds.ts'

type OrderNumbers = Partial<Pick<Movement, 'id' | 'merchantOrderNo' | 'platOrderNo'>>

const LOOK_UP_PAGE = 100
const LOOK_UP_PAGES = 5

/** The current state of a movement, from its history or else from its list. Throws when it is not found. */
export async function readMovement(
  console: Console,
  kind: Pick<MoneyKind, 'list'>,
  { id, platOrderNo }: Pick<Movement, 'id'> & Partial<Movement>,
): Promise<Movement> {
  const { api, features } = console
  if (features.has('trails')) return (await api.call(calls.recordTrail, { id }, { quiet: true, logout: false })).record
  const found = await findMovement(console, kind, platOrderNo == null ? { id } : { platOrderNo })
  if (found === null) throw new Error('The gateway does not list the movement')
  return found
}

/**
 * The movement with exactly these numbers; null when there is none. A gateway may ignore the numbers in the filter and list other
 * movements. Throws when it has more of them than are read, because the movement may be among those.
 */
export async function findMovement(
  { api }: Console,
  { list }: Pick<MoneyKind, 'list'>,
  numbers: OrderNumbers,
): Promise<Movement | null> {
  const wanted = Object.entries(numbers).filter((entry): entry is [keyof OrderNumbers, string] => entry[1] !== null)
  if (wanted.length === 0) return null
  // No list is filtered by id.
  const { id: _, ...filter } = Object.fromEntries(wanted)
  for (let page = 0; page < LOOK_UP_PAGES; page++) {
    const paging = { page: String(page + 1), limit: String(LOOK_UP_PAGE), offset: String(page * LOOK_UP_PAGE) }
    const { rows } = await api.rows(list, { ...filter, ...paging }, { quiet: true, logout: false })
    const found = rows.find((row) => wanted.every(([name, number]) => row[name]?.toLowerCase() === number.toLowerCase()))
    if (found !== undefined) return found
    if (rows.length < LOOK_UP_PAGE) return null
  }
  throw new Error('The gateway lists more movements than are searched for one')
}
