import { payinStatuses, payoutStatuses, type SeveralFilter } from './fields.ts'

export type Direction = 'payin' | 'payout'

const paid = ({ flags = [] }: SeveralFilter): string =>
  flags.flatMap(({ name, values }) => (name === 'paid' ? values : [])).join(',')

/** The states that the gateway counts as a success, as an address asks for them. */
export const PAID_STATUSES: Record<Direction, string> = { payin: paid(payinStatuses), payout: paid(payoutStatuses) }
