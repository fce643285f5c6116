import { useMachine } from '@xstate/react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { calls } from '#contract/calls.ts'
import { passcodeMachine } from '#machines/settings/passcodeMachine.ts'
import type { SaveOutcome } from '#machines/settings/savingMachine.ts'
import { PASSCODE_LENGTH, PasscodeField } from '../../forms/PasscodeField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Enrolment } from '../../ui/passcode/Enrolment.tsx'
import sections from '../../ui/Sections.module.css'
import { Section } from '../../ui/Sections.tsx'
import { Status } from '../../ui/Status.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { Refused, Unknown } from './Answers.tsx'
import { outcomeOf } from './outcome.ts'
import styles from './settings.module.css'
import { useAfterLook } from './useAfterLook.ts'
import { useBeginning } from './useBeginning.ts'

interface PasscodeSectionProps {
  merchantNo: string
  isOn: boolean
  maySwitch: boolean
  onSwitched(isOn: boolean): void
}

/** Whether a passcode is asked for at sign-in, and the switch: on by the first code of an authenticator, off by a code of it. */
export function PasscodeSection({ merchantNo, isOn: wasOn, maySwitch, onSwitched }: PasscodeSectionProps) {
  const t = useT()
  const console = useConsole()
  const { api, scope, toasts } = console
  const label = useId()
  const first = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [otp, setOtp] = useState('')
  const machine = useMemo(
    () =>
      passcodeMachine.provide({
        actors: {
          enrol: fromPromise<SaveOutcome<string>, void>(() =>
            outcomeOf(console, async () => (await api.call(calls.enrolOtp, {}, { quiet: true })).otpAuthUrl),
          ),
          switchTo: fromPromise<SaveOutcome<boolean>, { on: boolean; otp: string }>(({ input }) =>
            outcomeOf(console, async () => {
              const asked = { merchantNo, status: input.on ? ('ON' as const) : ('OFF' as const), otp: input.otp }
              return (await api.call(calls.resetOtpStatus, asked, { quiet: true })).otpEnabled
            }),
          ),
          look: fromPromise<boolean, void>(() =>
            api.call(calls.merchantInfo, {}, { quiet: true }).then(({ otpEnabled }) => otpEnabled),
          ),
        },
      }),
    [api, console, merchantNo],
  )
  const [snapshot, send] = useMachine(machine, { input: { isOn: wasOn } })
  const { isOn, otpAuthUrl, refusal, refused } = snapshot.context
  const isBusy = snapshot.matches('switching')
  const isAsking = snapshot.matches('asking') || isBusy

  const told = useRef(wasOn)
  useEffect(() => {
    if (isOn === told.current) return
    told.current = isOn
    onSwitched(isOn)
    toasts.show({ tone: 'done', text: t(isOn ? 'settings.passcode.isOn' : 'settings.passcode.isOff') })
  }, [isOn, onSwitched, toasts, t])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal, also the same one again, and each new dialog
  useEffect(() => setOtp(''), [refused, isAsking])
  useBeginning('do', maySwitch, () => send({ type: 'passcode.switch' }))

  useAfterLook(() => opener.current, { isLooking: snapshot.matches('looking'), isSettled: snapshot.matches('resting') })
  const isUnknown = snapshot.matches('unknown') || snapshot.matches('looking')
  return (
    <Section
      title={t('settings.passcode')}
      text={t('settings.passcode.text')}
      tools={
        maySwitch &&
        !isUnknown && (
          <Button ref={opener} onClick={() => send({ type: 'passcode.switch' })} aria-busy={snapshot.matches('enrolling')}>
            {t(isOn ? 'settings.passcode.off' : 'settings.passcode.on')}
          </Button>
        )
      }
    >
      <Status tone={isOn ? 'good' : 'idle'}>{t(isOn ? 'argument.passcode.ON' : 'argument.passcode.OFF')}</Status>
      {!isAsking && <Refused refusal={refusal} />}
      {isUnknown && <Unknown isLooking={snapshot.matches('looking')} onLook={() => send({ type: 'passcode.look' })} />}
      <Dialog
        open={isAsking}
        onClose={() => send({ type: 'passcode.leave' })}
        title={t(isOn ? 'command.otp.off' : 'command.otp.on')}
        closeLabel={t('app.close')}
        width={440}
        initialFocus={first}
        finalFocus={() => opener.current}
      >
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (otp.length === PASSCODE_LENGTH) send({ type: 'passcode.give', otp })
            else first.current?.focus()
          }}
        >
          <p className={sections.text} id={label}>
            {t(isOn ? 'settings.passcode.offText' : 'settings.passcode.onText')}
          </p>
          {otpAuthUrl !== '' && (
            <Enrolment
              otpAuthUrl={otpAuthUrl}
              onCopy={(secret) => void scope().app.copy(secret)}
              words={{ qr: t('otp.qr'), account: t('otp.account'), secret: t('otp.secret'), copy: t('app.copy') }}
            />
          )}
          <Refused refusal={refusal} />
          <PasscodeField
            value={otp}
            onValue={setOtp}
            onComplete={(typed) => send({ type: 'passcode.give', otp: typed })}
            isBusy={isBusy}
            labelledBy={label}
            refused={refused}
            first={first}
            digit={(n) => t('otp.digit', { n })}
          />
          <div className={styles.actions}>
            <Button onClick={() => send({ type: 'passcode.leave' })}>{t('app.cancel')}</Button>
            <Button look="primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              {t(isOn ? 'settings.passcode.off' : 'settings.passcode.on')}
            </Button>
          </div>
        </form>
      </Dialog>
    </Section>
  )
}
