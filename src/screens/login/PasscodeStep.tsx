import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useId, useState } from 'react'
import { handleSubmit } from '../../forms/handleSubmit.ts'
import { PASSCODE_LENGTH, PasscodeField } from '../../forms/PasscodeField.tsx'
import { Button } from '../../ui/Button.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { useCore, useT } from '../../useCore.tsx'
import styles from './Login.module.css'
import { LoginAlert } from './LoginAlert.tsx'

// Loaded late, because only the first sign-in needs it.
const Enrolment = lazyComponent(async () => (await import('../../Enrolment.tsx')).Enrolment)

/** The six digits of the passcode. Submits when complete; Escape goes back to the password. */
export function PasscodeStep() {
  const t = useT()
  const { session } = useCore()
  const { auth, loginError } = useSelector(session, ({ context }) => context)
  const isBusy = useSelector(session, (snapshot) => snapshot.matches({ otp: 'submitting' }))
  const [otp, setOtp] = useState('')
  const label = useId()
  const leave = useCallback(() => session.send({ type: 'otp.leave' }), [session])
  useEffect(() => {
    const leaveByKey = ({ key, target }: KeyboardEvent) => key === 'Escape' && isOnPage(target) && leave()
    document.addEventListener('keydown', leaveByKey)
    return () => document.removeEventListener('keydown', leaveByKey)
  }, [leave])

  const { counter = 0, isUnanswered = false } = loginError ?? {}
  const isWrong = loginError?.errorCode === 'OTP_INVALID'
  // biome-ignore lint/correctness/useExhaustiveDependencies: clears on each refusal, even an equal one
  useEffect(() => {
    if (!isUnanswered) setOtp('')
  }, [counter, isUnanswered])

  return (
    <>
      <h1 className="headline" id={label}>
        {t('otp.title')}
      </h1>
      <p className={styles.intro}>{t(auth.otpAuthUrl === '' ? 'otp.intro' : 'otp.enrol')}</p>
      <form className={styles.form} onSubmit={handleSubmit(() => session.send({ type: 'otp.submit', otp }))}>
        <LoginAlert isAtField={isWrong} />
        {auth.otpAuthUrl !== '' && <Enrolment otpAuthUrl={auth.otpAuthUrl} />}
        <PasscodeField
          value={otp}
          onValue={setOtp}
          onComplete={(typed) => session.send({ type: 'otp.submit', otp: typed })}
          isBusy={isBusy}
          labelledBy={label}
          error={isWrong && otp === '' ? t('error.OTP_INVALID') : null}
          refusalCount={counter}
        />
        <div className={styles.actions}>
          <Button className={styles.submit} onClick={leave}>
            {t('otp.back')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            className={styles.submit}
            aria-busy={isBusy}
            aria-disabled={isBusy}
            disabled={otp.length < PASSCODE_LENGTH}
          >
            {t('otp.submit')}
          </Button>
        </div>
      </form>
    </>
  )
}

/** Whether a key is for the page, and not for the palette or another layer above it. */
const isOnPage = (target: EventTarget | null): boolean =>
  target instanceof Element && (target === document.body || target.closest('main') !== null)
