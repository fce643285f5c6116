import { useMachine } from '@xstate/react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { calls } from '#contract/calls.ts'
import { passcodeMachine } from '#machines/settings/passcodeMachine.ts'
import type { Outcome } from '#machines/submission/submission.ts'
import { Enrolment } from '../../../Enrolment.tsx'
import { handleSubmit } from '../../../forms/handleSubmit.ts'
import { PASSCODE_LENGTH, PasscodeField } from '../../../forms/PasscodeField.tsx'
import { RefusalNotice, UnknownNotice } from '../../../submission/notices.tsx'
import { outcomeOf } from '../../../submission/outcome.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import sections from '../../../ui/Sections.module.css'
import { Section } from '../../../ui/Sections.tsx'
import { Status } from '../../../ui/Status.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import styles from '../form/settings.module.css'
import { useAutoStart, useFocusAfterCheck } from '../form/useSettingForm.ts'

interface PasscodeSectionProps {
  /** Null where the gateway does not say, as below. */
  merchantNo: string | null
  isOn: boolean | null
  maySwitch: boolean
  onSwitched(isOn: boolean): void
}

/**
 * The passcode at sign-in. It is turned on with a first code of an authenticator, off with another code. Both are offered where the
 * gateway does not say whether it is on.
 */
export function PasscodeSection({ merchantNo, isOn: wasOn, maySwitch, onSwitched }: PasscodeSectionProps) {
  const t = useT()
  const console = useConsole()
  const { api, features, toasts } = console
  const label = useId()
  const first = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [otp, setOtp] = useState('')
  const [isMissing, setMissing] = useState(false)
  const machine = useMemo(
    () =>
      passcodeMachine.provide({
        actors: {
          enrol: fromPromise<Outcome<string>, void>(() =>
            outcomeOf(console, async () => (await api.call(calls.enrolOtp, {}, { quiet: true })).otpAuthUrl ?? ''),
          ),
          switchTo: fromPromise<Outcome<boolean>, { on: boolean; otp: string }>(({ input }) =>
            outcomeOf(console, async () => {
              const { on, otp } = input
              const status = on ? ('ON' as const) : ('OFF' as const)
              const body = { merchantNo: merchantNo ?? '', status, ...(otp === '' ? {} : { otp }) }
              // A gateway that accepts the change without saying the state has made it.
              return (await api.call(calls.resetOtpStatus, body, { quiet: true })).otpEnabled ?? on
            }),
          ),
          look: fromPromise<boolean | null, void>(
            async () => (await api.call(calls.merchantInfo, {}, { quiet: true })).otpEnabled,
          ),
        },
        guards: { enrolsNow: () => features.has('otp-enrolment') },
      }),
    [api, console, features, merchantNo],
  )
  const [snapshot, send] = useMachine(machine, { input: { isOn: wasOn } })
  const { isOn, turnsOn, otpAuthUrl, refusal, refused } = snapshot.context
  const isBusy = snapshot.matches('switching')
  const isConfirmed = turnsOn && otpAuthUrl === ''
  const isWrong = !isConfirmed && refusal?.code === 'OTP_INVALID'
  const isAsking = snapshot.matches('asking') || snapshot.matches('confirming') || isBusy

  function enter(typed: string) {
    setOtp(typed)
    setMissing(false)
  }

  const reported = useRef(wasOn)
  useEffect(() => {
    if (isOn === reported.current) return
    reported.current = isOn
    if (isOn === null) return
    onSwitched(isOn)
    toasts.show({ tone: 'done', text: t(isOn ? 'settings.passcode.isOn' : 'settings.passcode.isOff') })
  }, [isOn, onSwitched, toasts, t])
  // biome-ignore lint/correctness/useExhaustiveDependencies: clears on each refusal, even an equal one, and for each new dialog
  useEffect(() => enter(''), [refused, isAsking])
  useAutoStart('do', maySwitch, (what) => {
    if (what === 'passcodeOn' || what === 'passcodeOff') send({ type: 'passcode.switch', on: what === 'passcodeOn' })
  })

  useFocusAfterCheck(() => opener.current, { isChecking: snapshot.matches('looking'), isSettled: snapshot.matches('resting') })
  const isUnknown = snapshot.matches('unknown') || snapshot.matches('looking')
  return (
    <Section
      title={t('settings.passcode')}
      text={t('settings.passcode.text')}
      tools={
        maySwitch &&
        !isUnknown &&
        [true, false]
          .filter((on) => on !== isOn)
          .map((on) => (
            <Button
              key={String(on)}
              ref={on === turnsOn || isOn !== null ? opener : null}
              onClick={() => send({ type: 'passcode.switch', on })}
              aria-busy={on === turnsOn && snapshot.matches('enrolling')}
            >
              {t(on ? 'settings.passcode.on' : 'settings.passcode.off')}
            </Button>
          ))
      }
    >
      {isOn === null ? (
        <p className="faint">{t('settings.passcode.unknown')}</p>
      ) : (
        <Status tone={isOn ? 'good' : 'idle'}>{t(isOn ? 'argument.passcode.ON' : 'argument.passcode.OFF')}</Status>
      )}
      {!isAsking && <RefusalNotice refusal={refusal} />}
      {isUnknown && <UnknownNotice isChecking={snapshot.matches('looking')} check={() => send({ type: 'passcode.look' })} />}
      <Dialog
        open={isAsking}
        onClose={() => send({ type: 'passcode.leave' })}
        title={t(turnsOn ? 'command.otp.on' : 'command.otp.off')}
        width={440}
        initialFocus={first}
        finalFocus={() => opener.current}
      >
        <form
          className={styles.form}
          onSubmit={handleSubmit(() => {
            if (isConfirmed) send({ type: 'passcode.confirm' })
            else if (otp.length === PASSCODE_LENGTH) send({ type: 'passcode.give', otp })
            else {
              setMissing(true)
              first.current?.focus()
            }
          })}
          noValidate
        >
          <p className={sections.text} id={label}>
            {t(
              !turnsOn ? 'settings.passcode.offText' : isConfirmed ? 'settings.passcode.laterText' : 'settings.passcode.onText',
            )}
          </p>
          {otpAuthUrl !== '' && <Enrolment otpAuthUrl={otpAuthUrl} />}
          {!isWrong && <RefusalNotice refusal={refusal} />}
          {!isConfirmed && (
            <PasscodeField
              value={otp}
              onValue={enter}
              onComplete={(typed) => send({ type: 'passcode.give', otp: typed })}
              isBusy={isBusy}
              labelledBy={label}
              error={isMissing ? t('rule.required') : isWrong && otp === '' ? t('error.OTP_INVALID') : null}
              refusalCount={refused}
              firstBoxRef={first}
            />
          )}
          <div className="actions">
            <Button onClick={() => send({ type: 'passcode.leave' })}>{t('app.cancel')}</Button>
            <Button variant="primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              {t(turnsOn ? 'settings.passcode.on' : 'settings.passcode.off')}
            </Button>
          </div>
        </form>
      </Dialog>
    </Section>
  )
}
