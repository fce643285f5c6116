import type { EventObject } from 'xstate'

/** Whether a delay caused a transition, and not the user: a read that follows does not count as use of the session. */
export const isTimed = ({ type }: EventObject): boolean => type.startsWith('xstate.after.')
