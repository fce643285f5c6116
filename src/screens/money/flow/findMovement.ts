import type { Movement } from '#contract/rows/movements.ts'
import type { Console } from '../../../useConsole.tsx'
import type { MoneyKind } from './kinds.ts'

type OrderNumbers = Partial<Pick<Movement, 'merchantOrderNo' | 'platOrderNo'>>

const LOOK_UP_PAGE = 100
const LOOK_UP_PAGES = 5

/**
 * The movement with exactly these numbers; null when there is none. A gateway may ignore the numbers in the filter and list other
 * movements. Throws when it has more of them than are read, because the movement may be among those.
 */
export async function findMovement(
  { api }: Console,
  { list }: Pick<MoneyKind, 'list'>,
  numbers: OrderNumbers,
): Promise<Movement | null> {
  const wanted = Object.entries(numbers) as [keyof OrderNumbers, string][]
  for (let page = 0; page < LOOK_UP_PAGES; page++) {
    const paging = { page: String(page + 1), limit: String(LOOK_UP_PAGE), offset: String(page * LOOK_UP_PAGE) }
    const { rows } = await api.rows(list, { ...numbers, ...paging }, { quiet: true, logout: false })
    const found = rows.find((row) => wanted.every(([name, number]) => row[name] === number))
    if (found !== undefined) return found
    if (rows.length < LOOK_UP_PAGE) return null
  }
  throw new Error('The gateway lists more movements than are searched for one')
}
