import { copyText } from './clipboard.ts'
import styles from './Enrolment.module.css'
import { Button } from './ui/Button.tsx'
import { QrCode } from './ui/QrCode.tsx'
import { useCore, useT } from './useCore.tsx'

/** Set-up of an authenticator: QR code of the otpauth URL, account name, and the secret as text. */
export function Enrolment({ otpAuthUrl }: { otpAuthUrl: string }) {
  const t = useT()
  const { toasts } = useCore()
  const { account, secret } = partsOf(otpAuthUrl)

  async function copySecret() {
    const isCopied = await copyText({ text: secret }, window)
    toasts.show(isCopied ? { tone: 'done', text: t('app.copied') } : { tone: 'error', text: t('app.notCopied') })
  }

  return (
    <div className={styles.enrol}>
      <QrCode text={otpAuthUrl} label={t('otp.qr')} />
      <div>
        {account !== '' && (
          <>
            <p className={styles.label}>{t('otp.account')}</p>
            <p>{account}</p>
          </>
        )}
        <p className={styles.label}>{t('otp.secret')}</p>
        <p className="verbatim">{IS_WORD.test(secret) ? secret.replace(/(.{4})(?=.)/g, '$1 ') : secret}</p>
        <Button variant="quiet" onClick={copySecret}>
          {t('app.copy')}
        </Button>
      </div>
    </div>
  )
}

const IS_WORD = /^\w+$/

/** Parses `otpauth://totp/<issuer>:<account>?secret=<base32>`. Of anything else, such as the secret alone, all of the text is shown. */
function partsOf(otpAuthUrl: string): { account: string; secret: string } {
  try {
    const { pathname, searchParams } = new URL(otpAuthUrl)
    const secret = searchParams.get('secret')
    if (secret !== null) return { account: decodeURIComponent(pathname.split('/').at(-1) ?? ''), secret }
  } catch {
    // Not an address, or a stray `%` in it.
  }
  return { account: '', secret: otpAuthUrl }
}
