import { currencyOf, type OrderKind } from '#contract/kinds.ts'
import { FRACTION_DIGITS, SCALE } from '#contract/money.ts'
import { join, type Sql, sql, trusted } from '../db/sql.ts'
import { WIRE_COLUMNS } from '../orders/orderRow.ts'

export type ExportedColumn = Exclude<keyof typeof WIRE_COLUMNS, 'simulated'>

export const PAYIN_COLUMNS = Object.keys(WIRE_COLUMNS).filter(
  (name): name is ExportedColumn => !['receiveName', 'simulated'].includes(name),
)

export const PAYOUT_COLUMNS: readonly ExportedColumn[] = [
  'createTime',
  'merchantNo',
  'merchantName',
  'merchantOrderNo',
  'platOrderNo',
  'payOrderNo',
  'payMethod',
  'payChannel',
  'currency',
  'payAmount',
  'paidAmount',
  'payFee',
  'feeType',
  'status',
  'bankCode',
  'bankName',
  'receiveName',
  'receiveAccount',
  'mobile',
  'notifyStatus',
  'notifyAttempts',
  'lastNotifyTime',
  'review',
  'reviewNote',
  'responseMessage',
  'platAccountId',
  'updateTime',
  'completeTime',
]

/**
 * The columns of an export, formatted as text by the database, which is faster than formatting values in JavaScript. Values
 * equal those of the list, except times, which are WIB in a format that every program reads.
 */
export const exportColumns = (names: readonly ExportedColumn[], kind: OrderKind): Sql =>
  join(
    names.map((name) => sql`${cellExpression(name, kind)} as ${trusted(`"${name}"`)}`),
    sql`, `,
  )

const cellExpression = (name: ExportedColumn, kind: OrderKind): Sql => {
  const column = trusted(WIRE_COLUMNS[name])
  if (name.endsWith('Time')) return sql`to_char(${column} at time zone 'UTC' + interval '7 hours', 'YYYY-MM-DD HH24:MI:SS')`
  return AMOUNTS.has(name) ? amount(column, kind) : sql`${column}::text`
}

const AMOUNTS = new Set<ExportedColumn>(['payAmount', 'paidAmount', 'payFee', 'serviceFee'])

function amount(minor: Sql, kind: OrderKind): Sql {
  const currency = currencyOf(kind)
  return sql`round(${minor} * ${trusted(`1e-${SCALE[currency]}`)}, ${trusted(String(FRACTION_DIGITS[currency]))})::text`
}
