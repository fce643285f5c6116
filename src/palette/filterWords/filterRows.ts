import { optionLabel } from '#commands/optionLabel.ts'
import { isOrderKind, listAddress, rowKinds, searchableKindsHere } from '#commands/rows/kinds.ts'
import type { OrderRowKind } from '#commands/rows/rowRef.ts'
import { taskOf } from '#commands/task.ts'
import { OPTION_MEMBERS } from '#contract/options.ts'
import type { CommonKey } from '#locales/messages.ts'
import { kindTitle } from '../../commandText.ts'
import { amountIn } from '../../format/amount.ts'
import { parseAmount, type Units } from '../../format/parseAmount.ts'
import { commandRow } from '../rows/commandRows.ts'
import type { CommandRow, RowInput } from '../rows/row.ts'
import { type FilterWords, readFilterWords } from './readFilterWords.ts'

/** The row that opens a list with the filter that the query says in words; none for other queries. */
export function filterRows(words: string, source: RowInput): CommandRow[] {
  const { scope, registry, lexicon, units, t } = source
  const asked = readFilterWords(words, lexicon, units)
  if (asked === null) return []
  if (asked.assigned.length + asked.has.length > 0 && !(scope.hasFeature('notes') && scope.hasFeature('filter-trees')))
    return []
  return searchableKindsHere(scope)
    .filter(isOrderKind)
    .filter((kind) => hasNotes(kind) || asked.assigned.length + asked.has.length === 0)
    .filter((kind) => asked.direction === null || rowKinds[kind].direction === asked.direction)
    .flatMap((kind) => {
      const filter = filterOf(asked, kind, units)
      if (filter === null) return []
      const address = listAddress(kind, scope.permissions, filter)
      const command = registry.get('nav.address')
      return [
        {
          ...commandRow(command, source),
          id: `filter ${address}`,
          title: kindTitle(kind, scope.permissions, t),
          section: t('palette.reading.filtered'),
          task: taskOf(command, scope, { given: { address } }),
          keys: null,
          note: null,
          hasOptions: false,
          address,
          chips: chipsOf(asked, filter, kind, source),
        },
      ]
    })
    .slice(0, 1)
}

/** Words for a status that orders of one direction have under another name. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  PENDING: ['CREATED', 'PENDING', 'PROCESSING', 'CONFIRMING'],
  CLOSED: ['CLOSED', 'CANCELLED'],
  CANCELLED: ['CANCELLED', 'CLOSED'],
  REFUNDED: ['REFUNDED', 'PARTIAL_REFUND', 'REVERSED'],
}

/** Orders that wait for work are older than the days that a list shows by default. */
const LONG_PERIOD = '30d'

/** Agents see no notes and assignments, and those of checkouts are in the list of payins. */
const hasNotes = (kind: OrderRowKind): boolean => rowKinds[kind].notify !== null

/** The parameters of the list's address; null when orders of this kind have none of the statuses, or no such amounts. */
export function filterOf(
  { statuses, period, methods, assigned, has, over, under }: FilterWords,
  kind: OrderRowKind,
  units: Units,
): Record<string, string> | null {
  const { statuses: list, fractionDigits: places } = rowKinds[kind]
  const members: readonly string[] = list === null ? [] : OPTION_MEMBERS[list]
  const known = [...new Set(statuses.flatMap((status) => (SAME[status] ?? [status]).filter((one) => members.includes(one))))]
  if (statuses.length > 0 && known.length === 0) return null
  const [minAmount, maxAmount] = [over, under].map((amount) => amount && parseAmount(amount, { places, units }))
  if ((over !== null && minAmount === null) || (under !== null && maxAmount === null)) return null
  const dates = period ?? (assigned.length + has.length === 0 ? null : LONG_PERIOD)
  return {
    ...(known.length === 0 ? {} : { status: known.join(',') }),
    ...(methods.length === 0 ? {} : { payMethod: methods.join(',') }),
    ...(minAmount && { minAmount }),
    ...(maxAmount && { maxAmount }),
    ...(assigned.length === 0 ? {} : { assignedTo: assigned.join(',') }),
    ...(has.length === 0 ? {} : { has: has.join(',') }),
    ...(dates === null ? {} : { dates }),
  }
}

const ASSIGNED: Readonly<Record<string, CommonKey>> = { ME: 'assign.me', NONE: 'assign.nobody' }

const PERIODS: Readonly<Record<string, CommonKey>> = {
  today: 'range.today',
  yesterday: 'range.yesterday',
  '7d': 'range.last7',
  week: 'range.week',
  lastweek: 'range.lastweek',
  month: 'range.month',
  lastmonth: 'range.lastmonth',
}

/** What the list will show, a condition each. */
function chipsOf(
  { methods, assigned, has }: FilterWords,
  { status, dates, minAmount, maxAmount }: Record<string, string>,
  kind: OrderRowKind,
  { scope, t }: RowInput,
): string[] {
  const list = rowKinds[kind].statuses
  const labels = (status?.split(',') ?? []).map((one) => (list === null ? one : optionLabel(list, one, scope.app)))
  const shown = amountIn(rowKinds[kind].fractionDigits)
  return [
    ...(labels.length === 0 ? [] : [labels.join(' / ')]),
    ...methods,
    ...assigned.map((one) => `${t('field.assignedTo')} ${t(ASSIGNED[one] ?? 'assign.me')}`),
    ...(has.length === 0 ? [] : [t('field.has.NOTES')]),
    ...(minAmount === undefined ? [] : [`≥ ${shown(minAmount)}`]),
    ...(maxAmount === undefined ? [] : [`≤ ${shown(maxAmount)}`]),
    ...(dates === undefined
      ? []
      : [dates === LONG_PERIOD ? t('range.lastDays', { n: 30 }) : t(PERIODS[dates] ?? 'range.today')]),
  ]
}
