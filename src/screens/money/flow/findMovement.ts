import { hasNumbers } from '#commands/rows/hasNumbers.ts'
import { calls } from '#contract/calls.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { CallOptions } from '../../../api/client.ts'
import { hasMadeId, isPlaceId } from '../../../api/readers/records.ts'
import { searchRows } from '../../../lists/paging/numberSearch.ts'
import { createCallReader } from '../../../lists/paging/rowReader.ts'
import type { Console } from '../../../useConsole.tsx'
import type { MoneyKind } from './kinds.ts'

export type ReadOptions = Pick<CallOptions, 'background'>

type OrderNumbers = Partial<Pick<Movement, 'id' | 'merchantOrderNo' | 'platOrderNo'>>

/** The current state of a movement, from its history or else from its list. Throws when it is not found. */
export async function readMovement(
  console: Console,
  kind: Pick<MoneyKind, 'list'>,
  { id, platOrderNo, merchantOrderNo }: Pick<Movement, 'id'> & Partial<Movement>,
  options: ReadOptions = {},
): Promise<Movement> {
  const { api, features } = console
  if (features.has('trails')) return (await api.call(calls.recordTrail, { id }, { ...QUIET, ...options })).record
  const identity = isPlaceId(id) ? { merchantOrderNo: merchantOrderNo ?? null } : { id }
  const found = await findMovement(console, kind, platOrderNo == null ? identity : { platOrderNo }, options)
  if (found === null) throw new Error('The gateway does not list the movement')
  return found
}

const QUIET = { quiet: true, logout: false }

/** The number by which the gateway knows the movement: its id, or another number where the gateway sends no id. */
export const gatewayId = (movement: Movement): string =>
  hasMadeId(movement) ? (movement.platOrderNo ?? movement.merchantOrderNo ?? movement.id) : movement.id

/**
 * The movement with exactly these numbers; null when there is none. A gateway may ignore the numbers in the filter and list other
 * movements. Throws when it has more of them than are read, because the movement may be among those.
 */
export async function findMovement(
  { api }: Console,
  { list }: Pick<MoneyKind, 'list'>,
  numbers: OrderNumbers,
  options: ReadOptions = {},
): Promise<Movement | null> {
  const wanted = Object.fromEntries(Object.entries(numbers).filter(([, number]) => number !== null))
  if (Object.keys(wanted).length === 0) return null
  // No list is filtered by id.
  const { id: _, ...filter } = wanted
  const read = createCallReader(api, list, { ...QUIET, ...options })
  let found: ListedRow | undefined
  const searched = await searchRows(read, { filter, sort: null }, new AbortController().signal, (rows) => {
    found = rows.find((row) => hasNumbers(row, wanted) === true)
    return found !== undefined
  })
  if (searched !== null) throw new Error('The gateway lists more movements than are searched for one')
  return (found as Movement | undefined) ?? null
}
