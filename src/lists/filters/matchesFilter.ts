import { norm } from '#commands/norm.ts'
import { hasNumbers, type Numbers } from '#commands/rows/hasNumbers.ts'
import { foldTree, parseFilterTree } from '#contract/filterTree.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { exceeds, isPlainAmount } from '../../format/amount.ts'
import { formatTime } from '../../format/dates.ts'
import type { ListFilter } from './listFilter.ts'

type Name = keyof ListFilter
type Check = (row: ListedRow, values: readonly string[], filter: ListFilter) => boolean

/** Whether a row meets a filter, as our gateway understands it. What a row does not have matches nothing but exclusions. */
export const matchesFilter = (row: ListedRow, filter: ListFilter): boolean =>
  Object.entries(filter).every(([name, value]) => value === undefined || CHECKS[name as Name](row, [value].flat(), filter))

const textOf = (row: ListedRow, field: Name): string | null => {
  const value = row[field as keyof ListedRow]
  return typeof value === 'string' ? value : null
}

const isOneOf =
  (field: Name): Check =>
  (row, values) => {
    const value = textOf(row, field)
    return value !== null && values.includes(value)
  }

const isOneOfIgnoringCase =
  (field: Name): Check =>
  (row, values) => {
    const value = textOf(row, field)?.toLowerCase()
    return value !== undefined && values.some((one) => one.toLowerCase() === value)
  }

const contains =
  (field: Name): Check =>
  (row, values) => {
    const value = textOf(row, field)
    return value !== null && values.some((one) => norm(value).includes(norm(one)))
  }

const not =
  (check: Check): Check =>
  (row, values, filter) =>
    !check(row, values, filter)

const hasNumber =
  (field: keyof Numbers): Check =>
  (row, values) =>
    hasNumbers(row, { [field]: values }) === true

const matchesPattern: Check = ({ merchantOrderNo, platOrderNo, payOrderNo }, patterns) =>
  patterns.some((pattern) => {
    const regex = new RegExp(`^${pattern.replace(/\*+/g, '.*')}$`, 'i')
    return [merchantOrderNo, platOrderNo, payOrderNo].some((number) => number != null && regex.test(number))
  })

/** Compares the amount of a row, which must be one. */
const withAmount =
  (holds: (amount: string, limit: string) => boolean): Check =>
  ({ payAmount }, [limit = '']) =>
    isPlainAmount(payAmount) && holds(payAmount, limit)

const timeIn = (row: ListedRow, field: 'createTime' | 'completeTime'): string | null =>
  row[field] == null ? null : formatTime(row[field])
/** The time that days are about; rows of days have a date instead. */
const timeOf = (row: ListedRow, { dateField }: ListFilter): string | null =>
  dateField === 'completeTime' ? timeIn(row, 'completeTime') : (timeIn(row, 'createTime') ?? row.date ?? null)

/** Times compare as text: `2026-11-21 08:15:30`. */
const asTime = (text: string): string => text.replace('T', ' ')
const isFrom = (time: string | null, [from = '']: readonly string[]): boolean => time !== null && time >= asTime(from)
const isBefore = (time: string | null, [end = '']: readonly string[]): boolean => time !== null && time < asTime(end)

const always: Check = () => true
const review: Check = (row, values) => values.includes(row.review ?? 'NONE')

/** The caller's own name must stand for `ME`: `servedList` sees to it that no list is filtered so. */
const assignedTo: Check = (row, values) => values.includes(row.assignedTo ?? 'NONE')
const hasNotes: Check = (row) => (row.notes ?? 0) > 0

const CHECKS: Readonly<Record<Name, Check>> = {
  where(row, [text = '']) {
    const tree = parseFilterTree(text)
    return (
      tree !== null &&
      foldTree<boolean>(tree, {
        is: (conditions) => matchesFilter(row, conditions as ListFilter),
        any: (parts) => parts.includes(true),
        all: (parts) => !parts.includes(false),
        not: (part) => !part,
      })
    )
  },
  days: always,
  dateField: always,
  startDate: (row, from, filter) => isFrom(timeOf(row, filter), from),
  endDate: (row, [day = ''], filter) => {
    const time = timeOf(row, filter)
    return time !== null && time.slice(0, 10) <= day
  },
  since: (row, from, filter) => isFrom(timeOf(row, filter), from),
  until: (row, end, filter) => isBefore(timeOf(row, filter), end),
  createdFrom: (row, from) => isFrom(timeIn(row, 'createTime'), from),
  createdBefore: (row, end) => isBefore(timeIn(row, 'createTime'), end),
  completedFrom: (row, from) => isFrom(timeIn(row, 'completeTime'), from),
  completedBefore: (row, end) => isBefore(timeIn(row, 'completeTime'), end),
  orderNo: hasNumber('orderNo'),
  orderTail: hasNumber('orderTail'),
  orderPattern: matchesPattern,
  merchantOrderNo: hasNumber('merchantOrderNo'),
  platOrderNo: hasNumber('platOrderNo'),
  payOrderNo: hasNumber('payOrderNo'),
  accountNumber: isOneOf('accountNumber'),
  receiveAccount: isOneOfIgnoringCase('receiveAccount'),
  receiveMerchantNo: isOneOf('receiveMerchantNo'),
  payerName: contains('payerName'),
  notPayerName: not(contains('payerName')),
  receiveName: contains('receiveName'),
  accountHoldName: contains('accountHoldName'),
  merchantName: contains('merchantName'),
  username: contains('username'),
  bankCode: isOneOf('bankCode'),
  status: isOneOf('status'),
  notStatus: not(isOneOf('status')),
  payMethod: isOneOf('payMethod'),
  notPayMethod: not(isOneOf('payMethod')),
  payChannel: isOneOf('payChannel'),
  notPayChannel: not(isOneOf('payChannel')),
  type: isOneOf('type'),
  notType: not(isOneOf('type')),
  notifyStatus: isOneOf('notifyStatus'),
  notNotifyStatus: not(isOneOf('notifyStatus')),
  review,
  notReview: not(review),
  assignedTo,
  notAssignedTo: not(assignedTo),
  has: hasNotes,
  notHas: not(hasNotes),
  merchantNo: isOneOf('merchantNo'),
  notMerchantNo: not(isOneOf('merchantNo')),
  minAmount: withAmount((amount, least) => !exceeds(least, amount)),
  maxAmount: withAmount((amount, most) => !exceeds(amount, most)),
}
