import { sum } from '#contract/money.ts'
import type { BalanceSnapshot } from '#contract/rows/ledger.ts'
import type { ListedRow, RowField } from '#contract/rows/listedRow.ts'
import type { CommonKey, MessageKey } from '#locales/messages.ts'
import { fieldValue } from '../../detail/detailField.ts'

/** A fault of a movement: the value found and the value expected. */
export interface ChainFault {
  readonly what: Extract<MessageKey, `chain.fault.${string}`>
  readonly title: CommonKey
  readonly found: string
  readonly expected: string
  readonly isAmount: boolean
}

const FIGURES = ['Available', 'Total', 'PayinFreeze', 'PayoutFreeze'] as const
const LEFT = { Available: 'available', Total: 'total', PayinFreeze: 'payinFreeze', PayoutFreeze: 'payoutFreeze' } as const

const fieldOf = (when: 'before' | 'after', figure: (typeof FIGURES)[number]) => `${when}${figure}` as const satisfies RowField

/** The account before its first movement. */
export const EMPTY_ACCOUNT: BalanceSnapshot = { seq: '0', available: '0', total: '0', payinFreeze: '0', payoutFreeze: '0' }

/** The account after a movement. */
export const accountAfter = (row: ListedRow): BalanceSnapshot => ({
  seq: row.seq ?? '',
  available: row.afterAvailable ?? null,
  total: row.afterTotal ?? null,
  payinFreeze: row.afterPayinFreeze ?? null,
  payoutFreeze: row.afterPayoutFreeze ?? null,
})

/** Finds the faults of a movement, compared with the known balances. Unknown values are not compared. */
export function findChainFaults(
  row: ListedRow,
  { previous, account }: Record<'previous' | 'account', BalanceSnapshot | null>,
  fractionDigits: number,
): ChainFault[] {
  const isSame = (one: string, other: string) => sum([one], fractionDigits) === sum([other], fractionDigits)
  const amount = (what: ChainFault['what'], field: RowField, expected: string | null): ChainFault[] => {
    const found = fieldValue(row, { field })
    if (found === null || expected === null || isSame(found, expected)) return []
    return [{ what, title: `field.${field}` as CommonKey, found, expected, isAmount: true }]
  }
  const number = (what: ChainFault['what'], expected: bigint): ChainFault[] =>
    row.seq == null || BigInt(row.seq) === expected
      ? []
      : [{ what, title: 'field.seq', found: row.seq, expected: String(expected), isAmount: false }]
  const sumOfParts = (when: 'before' | 'after') => {
    const parts = ([`${when}Available`, `${when}PayinFreeze`, `${when}PayoutFreeze`] as const).map((field) => row[field])
    return parts.every((part) => part != null) ? sum(parts as string[], fractionDigits) : null
  }
  return [
    ...(previous === null || previous.seq === '' ? [] : number('chain.fault.gap', BigInt(previous.seq) + 1n)),
    ...(previous === null
      ? []
      : FIGURES.flatMap((figure) => amount('chain.fault.before', fieldOf('before', figure), previous[LEFT[figure]]))),
    ...amount('chain.fault.total', 'beforeTotal', sumOfParts('before')),
    ...amount('chain.fault.total', 'afterTotal', sumOfParts('after')),
    ...(account === null ? [] : number('chain.fault.account', BigInt(account.seq))),
    ...(account === null
      ? []
      : FIGURES.flatMap((figure) => amount('chain.fault.account', fieldOf('after', figure), account[LEFT[figure]]))),
  ]
}
