import type { Time } from './scalars.ts'
import type { TargetKind } from './targets.ts'

/** Something the caller did. */
export interface AuditEvent {
  id: string
  time: Time
  action: string
  /** What it was, in words. */
  text: string
  /** Whose data it was. */
  merchantNo: string
  /** Number of the record, or of the merchant. */
  target: string | null
  /** From where. */
  address: string
  /** What was asked for and what came of it; amounts are decimal text, secrets are not in it. */
  detail: Record<string, unknown> | null
  /** Of what kind the order or record is, and how it stands now; null where it is none. */
  kind: string | null
  status: string | null
  /** How it can be undone as things stand: the record taken back, or what was there before restored. */
  undo: 'cancel' | 'restore' | null
}

export interface Activity {
  id: string
  time: Time
  actor: string
  action: string
  target: string | null
  /** What the target is, where it is an order or a record. Ours. */
  kind?: TargetKind | null
  text: string
}
