import type { TargetKind } from '../kinds.ts'
import type { Time } from './scalars.ts'

/** One action of the caller. */
export interface AuditEvent {
  id: string
  time: Time | null
  action: string | null
  /** Text in the caller's language. */
  text: string | null
  /** The merchant of the data it concerns. */
  merchantNo: string | null
  /** Number of the order, movement or merchant. */
  target: string | null
  address: string | null
  /** Request and result; amounts are decimal text, secrets are left out. */
  detail: Record<string, unknown> | null
  /** Kind and current status of the order or movement; null for other targets. */
  kind: string | null
  status: string | null
  /** How it can be undone now: cancel the movement, or restore the previous value. */
  undo: 'cancel' | 'restore' | null
}

export interface Activity {
  id: string
  time: Time | null
  actor: string | null
  action: string | null
  target: string | null
  /** Kind of the target, for orders and movements. Not in the specification. */
  kind: TargetKind | null
  text: string | null
}
