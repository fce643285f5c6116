import type { Gateway } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import type { AuditEvent } from './audit.ts'

/** Who does something, when, and from where: the beginning of its audit row. */
export const newAuditEvent = (
  { ids, clock }: Gateway,
  { merchant, address }: Caller,
): Pick<AuditEvent, 'id' | 'at' | 'actor' | 'address'> => ({
  id: ids.next(),
  at: clock.now(),
  actor: merchant,
  address,
})
