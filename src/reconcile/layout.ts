import type { MatchRule } from './matchRule.ts'

/** What the cells of a column are. Several columns may be `number`, `name`, `description` or `ignored`; of the others there is one each. */
export const COLUMN_ROLES = [
  /** Numbers of orders: of the platform, the merchant or the channel, or virtual accounts. */
  'number',
  'date',
  'time',
  /** Signed, or with a letter; or the gross amount beside a fee. */
  'amount',
  'credit',
  'debit',
  /** CR, DB, D, K in a column of their own. */
  'direction',
  'fee',
  /** The amount less the fee. */
  'net',
  'balance',
  /** The account of the statement. */
  'account',
  'name',
  /** Numbers in it are found too. */
  'description',
  'currency',
  'ignored',
] as const

export type ColumnRole = (typeof COLUMN_ROLES)[number]

const REPEATED: readonly ColumnRole[] = ['number', 'name', 'description', 'ignored']

/** Whether one column at most has the role. */
export const isSingleRole = (role: ColumnRole): boolean => !REPEATED.includes(role)

/** The roles with each single one in one column: it moves to the column that got it last. */
export const withSingleRoles = (roles: readonly ColumnRole[], before: readonly ColumnRole[]): ColumnRole[] =>
  roles.map((role, column) => {
    const isRepeated = isSingleRole(role) && roles.some((other, at) => at !== column && other === role)
    return isRepeated && before[column] === role ? 'ignored' : role
  })

export const MONEY_ROLES: readonly ColumnRole[] = ['amount', 'credit', 'debit', 'fee', 'net', 'balance']

export type DecimalSign = '.' | ','
/** The order of the parts of a numeric date. */
export type DateOrder = 'ymd' | 'dmy' | 'mdy'

/** How a layout is read. Found by content, changed by the user, remembered by `fingerprint`. */
export interface Layout {
  readonly roles: readonly ColumnRole[]
  /** Null where no amount tells. */
  readonly decimalSign: DecimalSign | null
  /** Set by the user: it stays when the orders have another currency. */
  readonly isSignChosen?: boolean
  readonly dateOrder: DateOrder
}

/** A layout in the store of this browser, with the rules that were accepted for it. */
export interface RememberedLayout extends Layout {
  /** Of format and columns. */
  readonly fingerprint: string
  readonly rules: readonly MatchRule[]
  /** The name of the file it was last used for, and when (milliseconds). */
  readonly fileName: string
  readonly usedAt: number
}
