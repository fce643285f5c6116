import type { Permission } from '#contract/authority.ts'
import { choiceArgument } from '../arguments.ts'
import { type Command, command } from '../command.ts'
import { currentRow } from '../conditions.ts'
import type { RangeName } from '../dateRange.ts'
import { listAddress } from '../rows/kinds.ts'
import type { RowKind, RowRef } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'

const RANGES = ['last7', 'today', 'week', 'month', 'year'] as const satisfies RangeName[]

const range = choiceArgument('range', 'range', RANGES, 'field.dateRange')

const AGENT_COMMAND = {
  authority: ['delegate'],
  conditions: ['agentDays.open'],
  risk: 'none',
} as const satisfies Partial<Command>

type Day = RowRef['row']

/** Opens the rows behind a day of the summary. */
const openDayRows = <const Id extends string>(id: Id, permission: Permission, kind: RowKind, filterOf: (day: Day) => Filter) =>
  command({
    ...AGENT_COMMAND,
    id,
    permission,
    section: 'row',
    conditions: ['agentDays.open', 'row.here'],
    rowKinds: ['agentDay'],
    run(scope: Scope) {
      const day = currentRow(scope)?.row
      if (day !== undefined) scope.app.go(listAddress(kind, scope.permissions, filterOf(day)))
    },
  })

type Filter = Record<string, string>

/** Filters by merchant where the summary is per merchant. */
const merchantFilter = ({ merchantNo }: Day): Filter => (merchantNo == null ? {} : { merchantNo })

const orderFilter = ({ date = '', ...day }: Day): Filter => ({ startDate: date, endDate: date, ...merchantFilter(day) })

/** Commands for an agent's summary by day. */
export const agentCommands = [
  command({
    ...AGENT_COMMAND,
    id: 'agent.range',
    permission: 'dashboard',
    section: 'list',
    arguments: [range],
    run: ({ list }, args) => list?.setRange(args.range as RangeName),
  }),
  openDayRows('agent.payins', 'payin', 'agentPayin', orderFilter),
  openDayRows('agent.payouts', 'payout', 'agentPayout', orderFilter),
  openDayRows('agent.merchant', 'merchant_list', 'agentMerchant', merchantFilter),
] as const
