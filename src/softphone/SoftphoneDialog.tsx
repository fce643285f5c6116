import { useSelector } from '@xstate/react'
import { useAtomValue } from 'jotai'
import { Copy, Mic, MicOff, Phone as PhoneIcon, PhoneOff } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { numberToDial } from '#contract/numberToDial.ts'
import type { MessageKey } from '#locales/messages.ts'
import { softphoneAtom } from '../state/requestAtoms.ts'
import { useValue } from '../state/value.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import styles from './SoftphoneDialog.module.css'
import type { RunningPhone } from './startPhone.ts'
import { stateIn, statusOf } from './status.ts'

/** Calls a customer. Closing it hangs up; the telephone stays on and can receive calls. */
export function SoftphoneDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useT()
  const first = useRef<HTMLInputElement>(null)
  const phone = useValue(useConsole().telephone.running)
  function close() {
    phone?.actor.send({ type: 'putAway' })
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={t('softphone.title')} width={400} initialFocus={first}>
      {open && phone !== null && <Softphone phone={phone} first={first} />}
    </Dialog>
  )
}

function Softphone({ phone: { actor }, first }: { phone: RunningPhone; first: RefObject<HTMLInputElement | null> }) {
  const t = useT()
  const { scope } = useConsole()
  const asked = useAtomValue(softphoneAtom)
  const snapshot = useSelector(actor, (now) => now)
  const { send } = actor
  const isOnline = stateIn(snapshot)
  const isConfigured = !snapshot.matches('unconfigured')
  useEffect(() => {
    actor.send({ type: 'number.typed', number: asked })
    first.current?.focus()
  }, [actor, asked, first])
  const { context } = snapshot
  const [refused, setRefused] = useState<string | null>(null)
  const isInCall = isOnline('calling') || isOnline('connecting') || isOnline('talking')
  const status = statusOf(snapshot, t)
  const MicNow = context.isMuted ? MicOff : Mic

  const isAway = snapshot.matches('unreachable')
  const main: { key: MessageKey; isIdle: boolean } = isAway
    ? { key: 'app.retry', isIdle: false }
    : isOnline('ringing')
      ? { key: 'softphone.answer', isIdle: false }
      : { key: 'softphone.call', isIdle: !isOnline('ready') }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isAway) return send({ type: 'retry' })
    if (isOnline('ringing')) return send({ type: 'answer' })
    const number = numberToDial(context.number)
    if (number === null) {
      setRefused(context.number)
      return first.current?.focus()
    }
    send({ type: 'number.typed', number })
    send({ type: 'call' })
  }

  return (
    <form className="fields" onSubmit={submit}>
      <TextField
        ref={first}
        label={t('softphone.number')}
        name="number"
        type="tel"
        autoComplete="off"
        value={context.number}
        readOnly={isInCall}
        error={context.number === refused ? t(refused === '' ? 'rule.required' : 'argument.phone.error') : null}
        onValue={(number) => send({ type: 'number.typed', number })}
        end={
          <IconButton icon={Copy} size={14} label={t('softphone.copy')} onClick={() => void scope().app.copy(context.number)} />
        }
      />
      <p className={styles.status} data-state={status.tone}>
        {/* The dots are visual only; screen readers get the status once. */}
        <span aria-hidden="true">
          {status.text}
          {isOnline('calling') ? '.'.repeat(context.points) : ''}
        </span>
        <span className="sr-only" role="status">
          {status.text}
        </span>
      </p>
      {isConfigured && (
        // The buttons stay mounted: a button that disappeared with the call would lose the focus.
        <div className="buttons end">
          <Button type="submit" variant="primary" aria-disabled={main.isIdle}>
            <PhoneIcon size={14} strokeWidth={1.75} aria-hidden="true" />
            {t(main.key)}
          </Button>
          <Button aria-pressed={context.isMuted} aria-disabled={!isOnline('talking')} onClick={() => send({ type: 'mute' })}>
            <MicNow size={14} strokeWidth={1.75} aria-hidden="true" />
            {t('softphone.mute')}
          </Button>
          <Button variant="danger" aria-disabled={!isInCall && !isOnline('ringing')} onClick={() => send({ type: 'hangUp' })}>
            <PhoneOff size={14} strokeWidth={1.75} aria-hidden="true" />
            {t(isOnline('ringing') ? 'softphone.refuse' : 'softphone.hangUp')}
          </Button>
        </div>
      )}
    </form>
  )
}
