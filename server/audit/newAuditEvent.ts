import type { Gateway } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import type { AuditEvent } from './audit.ts'

/** The id, time, actor and address of an audit event by the caller. */
export const newAuditEvent = (
  { ids, clock }: Gateway,
  { merchant, address }: Caller,
): Pick<AuditEvent, 'id' | 'at' | 'actor' | 'address'> => ({
  id: ids.next(),
  at: clock.now(),
  actor: merchant,
  address,
})
