import type { MerchantStatus, MovementStatus, PayinOrderStatus, PayoutOrderStatus } from '#contract/options.ts'
import { NoFigure } from './NoFigure.tsx'
import styles from './Status.module.css'

/** Meaning of a status: done, in progress, in trouble, special, or over without effect. */
export type Tone = 'good' | 'busy' | 'bad' | 'special' | 'idle'

/** A status as a dot and a word, never by colour alone. One element, because every list row has two. Null is unknown. */
export const Status = ({ tone, children }: { tone: Tone; children: string | null }) =>
  children === null ? (
    <NoFigure />
  ) : (
    <span className={styles.status} data-tone={tone}>
      {children}
    </span>
  )

const TONES: Record<PayinOrderStatus | PayoutOrderStatus | MovementStatus | MerchantStatus, Tone> = {
  CREATED: 'idle',
  PENDING: 'busy',
  CONFIRMING: 'busy',
  SUCCESS: 'good',
  FAILED: 'bad',
  EXPIRED: 'idle',
  CLOSED: 'idle',
  EXCEPTION: 'bad',
  PARTIAL_REFUND: 'special',
  REFUNDED: 'special',
  PROCESSING: 'busy',
  CANCELLED: 'idle',
  REVERSED: 'special',
  UNKNOWN: 'special',
  PENDING_CHECK: 'busy',
  ACTIVE: 'good',
  PAYOUT_SUSPENDED: 'busy',
  SUSPENDED: 'bad',
  FROZEN: 'bad',
}

/** Tone of a status of an order, movement or merchant; `idle` for a status of another gateway. */
export const statusTone = (status: string | null): Tone =>
  status !== null && Object.hasOwn(TONES, status) ? TONES[status as keyof typeof TONES] : 'idle'
