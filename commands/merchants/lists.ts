import { PATTERNS } from '#contract/rules.ts'
import { choiceArgument, textArgument } from '../arguments.ts'
import { type CommandOptions, command } from '../command.ts'
import { RANGES, type RangeName } from '../dateRange.ts'
import { numberOf } from '../rows/kinds.ts'
import { drillDown } from '../rows/rowCommand.ts'
import type { RowKind, RowRef } from '../rows/rowRef.ts'

const AGENT = { authority: ['delegate'] } as const
const PARENT = { authority: ['normal'] } as const

const merchantNo = textArgument('merchantNo', 'field.merchantNo', PATTERNS.merchantNo, 'argument.merchantNo.error')

/** Opens a merchant by its number. */
const jump = <const Id extends string>(id: Id, kind: RowKind, who: CommandOptions) =>
  command({
    ...who,
    id,
    keywords: 'command.merchant.jump.words',
    section: 'order',
    arguments: [merchantNo],
    run: ({ app }, { merchantNo: number = '' }) => app.openRow({ kind, id: number, number }),
  })

/** Opens the orders of the merchant under the cursor. */
const orders = <const Id extends string>(
  id: Id,
  from: 'agentMerchant' | 'subMerchant',
  list: RowKind,
  rest: Pick<CommandOptions, 'authority' | 'permission' | 'title'>,
) =>
  drillDown(id, {
    ...rest,
    conditions: [`row.${from}`],
    rowKinds: [from],
    list,
    filter: (ref) => ({ merchantNo: numberOf(ref) }),
  })

/** Commands for an agent's merchants and for a merchant's sub-merchants. */
export const merchantListCommands = [
  jump('merchant.jump', 'agentMerchant', { ...AGENT, permission: 'merchant_list' }),
  orders('merchant.payin', 'agentMerchant', 'agentPayin', { ...AGENT, permission: 'payin' }),
  orders('merchant.payout', 'agentMerchant', 'agentPayout', { ...AGENT, permission: 'payout' }),
  jump('sub.jump', 'subMerchant', { ...PARENT, permission: 'merchant_sub' }),
  orders('sub.payin', 'subMerchant', 'payin', { ...PARENT, permission: 'payin', title: 'command.merchant.payin' }),
  orders('sub.payout', 'subMerchant', 'payout', { ...PARENT, permission: 'payout', title: 'command.merchant.payout' }),
] as const

/** Filters by merchant where the summary is per merchant. */
const merchantFilter = ({ row: { merchantNo } }: RowRef): Record<string, string> => (merchantNo == null ? {} : { merchantNo })

const orderFilter = (ref: RowRef): Record<string, string> => {
  const { date } = ref.row
  return { ...(date == null ? {} : { startDate: date, endDate: date }), ...merchantFilter(ref) }
}

const agentDay = { ...AGENT, conditions: ['agentDays.open', 'row.here'], rowKinds: ['agentDay'] } as const

export const agentCommands = [
  command({
    ...AGENT,
    id: 'agent.range',
    permission: 'dashboard',
    conditions: ['agentDays.open'],
    section: 'list',
    arguments: [choiceArgument('range', 'range', RANGES, 'field.dateRange')],
    run: ({ list }, args) => list?.setRange(args.range as RangeName),
  }),
  drillDown('agent.payins', { ...agentDay, permission: 'payin', list: 'agentPayin', filter: orderFilter }),
  drillDown('agent.payouts', { ...agentDay, permission: 'payout', list: 'agentPayout', filter: orderFilter }),
  drillDown('agent.merchant', { ...agentDay, permission: 'merchant_list', list: 'agentMerchant', filter: merchantFilter }),
] as const
