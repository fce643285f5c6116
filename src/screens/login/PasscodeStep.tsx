import { OTPField } from '@base-ui/react/otp-field'
import { useSelector } from '@xstate/react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { later } from '../../ui/later.tsx'
import { useCore, useT } from '../../useCore.tsx'
import styles from './Login.module.css'
import { LoginAlert } from './LoginAlert.tsx'

const LENGTH = 6

// Only a first enrolment needs it.
const Enrolment = later(async () => (await import('./Enrolment.tsx')).Enrolment)

/** Six digits that submit themselves; a paste fills them all; Escape goes back to the password. */
export function PasscodeStep() {
  const t = useT()
  const { session } = useCore()
  const { auth, loginError } = useSelector(session, ({ context }) => context)
  const isBusy = useSelector(session, (snapshot) => snapshot.matches({ otp: 'submitting' }))
  const [otp, setOtp] = useState('')
  const boxes = useRef<HTMLDivElement>(null)
  const label = useId()
  const leave = () => session.send({ type: 'otp.leave' })

  const counter = loginError?.counter ?? 0
  useEffect(() => {
    setOtp('')
    boxes.current?.querySelector('input')?.focus()
    void counter
  }, [counter])

  return (
    <>
      <h1 className={styles.title} id={label}>
        {t('otp.title')}
      </h1>
      <p className={styles.intro}>{t(auth.otpAuthUrl === '' ? 'otp.intro' : 'otp.enrol')}</p>
      <form
        className={styles.form}
        onKeyDown={(event) => event.key === 'Escape' && leave()}
        onSubmit={(event) => {
          event.preventDefault()
          session.send({ type: 'otp.submit', otp })
        }}
      >
        <LoginAlert />
        {auth.otpAuthUrl !== '' && <Enrolment otpAuthUrl={auth.otpAuthUrl} />}
        <OTPField.Root
          ref={boxes}
          className={styles.boxes}
          length={LENGTH}
          name="otp"
          value={otp}
          onValueChange={setOtp}
          onValueComplete={(typed) => session.send({ type: 'otp.submit', otp: typed })}
          readOnly={isBusy}
          aria-labelledby={label}
        >
          {Array.from({ length: LENGTH }, (_, index) => (
            <OTPField.Input
              // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
              key={index}
              className={styles.box}
              // The first box takes no name of its own from this component, only that of the whole.
              {...(index === 0 ? { 'aria-labelledby': label } : { 'aria-label': t('otp.digit', { n: index + 1 }) })}
            />
          ))}
        </OTPField.Root>
        <div className={styles.actions}>
          <Button className={styles.submit} onClick={leave}>
            {t('otp.back')}
          </Button>
          <Button
            look="primary"
            type="submit"
            className={styles.submit}
            aria-busy={isBusy}
            disabled={isBusy || otp.length < LENGTH}
          >
            {t('otp.submit')}
          </Button>
        </div>
      </form>
    </>
  )
}
