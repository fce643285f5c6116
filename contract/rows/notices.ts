import type { Time } from './scalars.ts'
import type { TargetKind } from './targets.ts'

export interface Notice {
  id: string
  type: string
  title: string
  description: string
  datetime: Time
  read: boolean
  notifyType: string | null
  notifyMsg: string | null
  loanAppId: string | null
  /** What that is the number of, where it is an order or a record. Ours. */
  kind?: TargetKind | null
}
