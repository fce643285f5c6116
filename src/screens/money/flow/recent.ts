import { canUse } from '#contract/authority.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { Amount } from '#contract/rows/scalars.ts'
import { parseTime } from '../../../format/dates.ts'
import { createCallReader } from '../../../lists/paging/rowReader.ts'
import type { Console } from '../../../useConsole.tsx'
import type { FormContext, MoneyKind, Values } from './kinds.ts'

/** The newest movements that accounts and the usual time are taken from. */
const MOST_READ = 50
const MOST_RECENT = 5
const MOST_ACCOUNTS = 5

/** A bank account that a form can be filled in with. */
export interface KnownAccount {
  readonly values: Values
  readonly bankName: string | null
}

/** What earlier movements of the same kind tell a form. */
export interface Earlier {
  /** The last ones, the newest first. */
  readonly recent: readonly Movement[]
  /** The accounts they went to, each once, the last used first. */
  readonly accounts: readonly KnownAccount[]
  /** Milliseconds within which nine of ten arrived; null with fewer than three. */
  readonly usualTime: number | null
}

export const NOTHING_EARLIER: Earlier = { recent: [], accounts: [], usualTime: null }

const RECORD_TYPES: Record<MoneyKind['name'], string> = {
  withdraw: 'WITHDRAW',
  transfer: 'TRANSFER_OUT',
  rechargeOnline: 'RECHARGE_ONLINE',
  rechargeOffline: 'RECHARGE_OFFLINE',
}

/** Reads the newest movements of a kind. Nothing, where the user may not list them or the gateway does not answer. */
export async function fetchEarlier(
  { api, permissions }: Pick<Console, 'api' | 'permissions'>,
  kind: MoneyKind,
  { owner }: Pick<FormContext, 'owner'>,
  signal: AbortSignal,
): Promise<Earlier> {
  if (!canUse(permissions, kind.list.permission ?? [])) return NOTHING_EARLIER
  const read = createCallReader(api, kind.list, { quiet: true, logout: false })
  const { rows } = await read({ filter: {}, sort: null, page: 1, limit: MOST_READ, offset: 0 }, signal).catch(() => ({
    rows: [],
  }))
  return earlierOf(kind, rows as unknown as readonly Movement[], owner)
}

/** The same, of the rows of a list. Those of sub-merchants and of other kinds are left out. */
export function earlierOf(kind: MoneyKind, rows: readonly Movement[], owner: string): Earlier {
  const own = rows.filter(
    ({ type, merchantNo }) =>
      (type === null || type === RECORD_TYPES[kind.name]) && (merchantNo === null || merchantNo === owner),
  )
  return { recent: own.slice(0, MOST_RECENT), accounts: accountsOf(kind, own), usualTime: usualTimeOf(own) }
}

function accountsOf(kind: MoneyKind, rows: readonly Movement[]): KnownAccount[] {
  if (kind.name !== 'withdraw') return []
  const byNumber = new Map<string, KnownAccount>()
  for (const { bankCode, bankName, accountNumber, accountHoldName } of rows) {
    if (!bankCode || !accountNumber || !accountHoldName) continue
    const key = `${bankCode} ${accountNumber}`
    if (!byNumber.has(key)) byNumber.set(key, { values: { bankCode, accountNumber, accountHoldName }, bankName })
  }
  return [...byNumber.values()].slice(0, MOST_ACCOUNTS)
}

function usualTimeOf(rows: readonly Movement[]): number | null {
  const times = rows
    .filter(({ status, createTime, completeTime }) => status === 'SUCCESS' && createTime !== null && completeTime !== null)
    .map(({ createTime, completeTime }) => parseTime(completeTime!) - parseTime(createTime!))
    .filter((ms) => ms >= 0)
    .sort((one, other) => one - other)
  return times.length < 3 ? null : times[Math.ceil(times.length * 0.9) - 1]!
}

/** The fields of a form as they were in a movement. */
export function valuesOf({ fields }: MoneyKind, movement: Movement, shown: (amount: Amount | null) => string): Values {
  const values: Record<string, string | null | undefined> = {
    ...(movement as unknown as Record<string, string | null>),
    payAmount: movement.payAmount === null ? '' : shown(movement.payAmount),
  }
  return Object.fromEntries(fields.filter((name) => name !== 'receipt').map((name) => [name, values[name] ?? '']))
}
