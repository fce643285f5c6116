import { copyText } from '../../clipboard.ts'
import { Enrolment as Drawn } from '../../ui/passcode/Enrolment.tsx'
import { useCore, useT } from '../../useCore.tsx'

/** The enrolment of an authenticator during the first sign-in. */
export function Enrolment({ otpAuthUrl }: { otpAuthUrl: string }) {
  const t = useT()
  const { toasts } = useCore()
  const copySecret = async (secret: string) => {
    const isCopied = await copyText({ text: secret }, window)
    toasts.show(isCopied ? { tone: 'done', text: t('app.copied') } : { tone: 'error', text: t('app.notCopied') })
  }
  const words = { qr: t('otp.qr'), account: t('otp.account'), secret: t('otp.secret'), copy: t('app.copy') }
  return <Drawn otpAuthUrl={otpAuthUrl} onCopy={copySecret} labels={words} />
}
