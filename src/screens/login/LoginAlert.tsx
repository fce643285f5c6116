import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { GuestKey } from '#locales/messages.ts'
import type { LoginError } from '#machines/session/sessionMachine.ts'
import { Button } from '../../ui/Button.tsx'
import { useCore, useIsConnectionLost, useT } from '../../useCore.tsx'
import styles from './Login.module.css'

/** Error codes with a text of the console. Other codes show the message of the gateway. */
const CODE_TEXTS: Record<string, GuestKey> = {
  errorPwd: 'errorPwd',
  OTP_INVALID: 'error.OTP_INVALID',
  OTP_EXPIRED: 'error.OTP_EXPIRED',
  ACCOUNT_DISABLED: 'error.ACCOUNT_DISABLED',
  LOGIN_IP_DENIED: 'error.LOGIN_IP_DENIED',
  STORAGE_DENIED: 'error.STORAGE_DENIED',
  TOO_MANY_TRIES: 'error.TOO_MANY_TRIES',
}

/**
 * Why the last attempt failed, or that none can succeed now. The counter as key makes an equal failure announced again. When the
 * gateway is back, a failure of the lost connection is no longer shown. A failure that its field shows is left out.
 */
export function LoginAlert({ isAtField }: { isAtField?: boolean }) {
  const t = useT()
  const error = useSelector(useCore().session, ({ context }) => context.loginError)
  const isLost = useIsConnectionLost()
  const [outdated, setOutdated] = useState(0)
  const { counter = 0, isUnanswered = false } = error ?? {}
  useEffect(() => {
    if (isLost && isUnanswered) setOutdated(counter)
  }, [isLost, isUnanswered, counter])
  if (isLost) return <Unreachable />
  if (error === null || counter === outdated || isAtField) return null
  return (
    <p key={error.counter} role="alert" className="alert">
      {alertText(error, t)}
    </p>
  )
}

/** The connection is probed by itself, and at once by the button. Signing in is left to the user. */
function Unreachable() {
  const t = useT()
  const { connection } = useCore()
  const [isTrying, setTrying] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const { current } = button
    // The button goes when the gateway is back. The focus then moves to what is left to enter.
    return () => {
      if (current === document.activeElement) firstEmpty(current?.form ?? null)?.focus()
    }
  }, [])
  async function retry() {
    if (isTrying) return
    setTrying(true)
    await connection.retry()
    setTrying(false)
  }
  return (
    <div role="alert" className={`alert ${styles.unreachable}`}>
      <p>
        <strong>{t('login.unreachable')}</strong> {t('login.unreachable.hint')}
      </p>
      <Button ref={button} onClick={retry} aria-busy={isTrying} aria-disabled={isTrying}>
        {t('app.retry')}
      </Button>
    </div>
  )
}

/** The first empty field, else the button that submits. */
export const firstEmpty = (form: HTMLElement | null): HTMLElement | null =>
  Array.from(form?.querySelectorAll('input') ?? []).find(({ value }) => value === '') ??
  form?.querySelector<HTMLElement>('[type="submit"]') ??
  null

const MINUTE_S = 60

function alertText({ errorCode, message, retryAfter }: LoginError, t: ReturnType<typeof useT>): string {
  if (errorCode === 'TOO_MANY_TRIES' && retryAfter !== undefined) {
    return t('login.locked', { n: Math.ceil(retryAfter / MINUTE_S) })
  }
  const worded = CODE_TEXTS[errorCode]
  if (worded !== undefined) return t(worded)
  return message === '' ? t('exception.500.desc') : message
}
