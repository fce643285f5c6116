import { useSelector } from '@xstate/react'
import { Mic, MicOff, Phone as PhoneIcon, PhoneIncoming, PhoneOff } from 'lucide-react'
import type { CommandId } from '#commands/index.ts'
import { CommandKeys } from '../keyboard/CommandKeys.tsx'
import { Button } from '../ui/Button.tsx'
import { useT } from '../useConsole.tsx'
import styles from './CallBar.module.css'
import type { RunningPhone } from './startPhone.ts'
import { stateIn, statusOf } from './status.ts'

/** The current call, above every screen and dialog. It does not take the focus from the user's typing. */
export function CallBar({ phone: { actor } }: { phone: RunningPhone }) {
  const t = useT()
  const snapshot = useSelector(actor, (now) => now)
  const isOnline = stateIn(snapshot)
  const isRinging = isOnline('ringing')
  const isTalking = isOnline('talking')
  if (!isRinging && !isTalking && !isOnline('connecting') && !isOnline('calling')) return null
  const { isMuted } = snapshot.context
  const MicNow = isMuted ? MicOff : Mic
  return (
    // A dialog hides everything but live regions from screen readers. The announcement is made once, elsewhere.
    <section className={styles.positioner} aria-label={t('softphone.name')} aria-live="off">
      <div className={styles.bar}>
        <span className={styles.icon} data-rings={isRinging} aria-hidden="true">
          {isRinging ? <PhoneIncoming size={16} strokeWidth={1.75} /> : <PhoneIcon size={16} strokeWidth={1.75} />}
        </span>
        <span className={styles.text}>{statusOf(snapshot, t).text}</span>
        {isRinging ? (
          <Button variant="primary" onClick={() => actor.send({ type: 'answer' })}>
            {t('softphone.answer')}
            <Key of="softphone.answer" />
          </Button>
        ) : (
          <Button aria-pressed={isMuted} aria-disabled={!isTalking} onClick={() => actor.send({ type: 'mute' })}>
            <MicNow size={14} strokeWidth={1.75} aria-hidden="true" />
            {t('softphone.mute')}
            <Key of="softphone.mute" />
          </Button>
        )}
        <Button variant="danger" onClick={() => actor.send({ type: 'hangUp' })}>
          <PhoneOff size={14} strokeWidth={1.75} aria-hidden="true" />
          {t(isRinging ? 'softphone.refuse' : 'softphone.hangUp')}
          <Key of={isRinging ? 'softphone.decline' : 'softphone.hangUp'} />
        </Button>
      </div>
    </section>
  )
}

const Key = ({ of }: { of: CommandId }) => (
  <span className={styles.key} aria-hidden="true">
    <CommandKeys of={of} />
  </span>
)
