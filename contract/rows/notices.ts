import type { TargetKind } from '../kinds.ts'
import type { Time } from './scalars.ts'

export interface Notice {
  id: string
  type: string
  title: string | null
  description: string | null
  datetime: Time | null
  read: boolean
  notifyType: string | null
  notifyMsg: string | null
  loanAppId: string | null
  /** Kind of the order or movement with that number. Not in the specification. */
  kind: TargetKind | null
}
