import { useSelector } from '@xstate/react'
import type { GuestKey } from '#locales/messages.ts'
import type { LoginError } from '#machines/session/sessionMachine.ts'
import { useCore, useT } from '../../useCore.tsx'

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

/** Why the last attempt failed. The counter as key makes an equal failure announced again. */
export function LoginAlert() {
  const t = useT()
  const error = useSelector(useCore().session, ({ context }) => context.loginError)
  if (error === null) return null
  return (
    <p key={error.counter} role="alert" className="alert">
      {alertText(error, t)}
    </p>
  )
}

const MINUTE_S = 60

function alertText({ errorCode, message, retryAfter }: LoginError, t: ReturnType<typeof useT>): string {
  if (errorCode === 'TOO_MANY_TRIES' && retryAfter !== undefined) {
    return t('login.locked', { n: Math.ceil(retryAfter / MINUTE_S) })
  }
  const worded = CODE_TEXTS[errorCode]
  if (worded !== undefined) return t(worded)
  return message === '' ? t('exception.500.desc') : message
}
