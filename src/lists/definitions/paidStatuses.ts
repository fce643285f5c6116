import { payinStatuses, payoutStatuses, type SeveralFilter } from './fields.ts'

export type Direction = 'payin' | 'payout'

const paid = ({ flags = [] }: SeveralFilter): string =>
  flags.flatMap(({ name, values }) => (name === 'paid' ? values : [])).join(',')

/** The statuses that the gateway counts as a success, comma-separated as in an address. */
export const PAID_STATUSES: Record<Direction, string> = { payin: paid(payinStatuses), payout: paid(payoutStatuses) }
