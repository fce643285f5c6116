import type { Gateway } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import type { Deed } from './audit.ts'

/** Who does something, when, and from where: the beginning of its audit row. */
export const deedOf = (
  { ids, clock }: Gateway,
  { merchant, address }: Caller,
): Pick<Deed, 'id' | 'at' | 'actor' | 'address'> => ({
  id: ids.next(),
  at: clock.now(),
  actor: merchant,
  address,
})
