import { encode } from 'uqr'
import { copyText } from '../../clipboard.ts'
import { Button } from '../../ui/Button.tsx'
import { useCore, useT } from '../../useCore.tsx'
import styles from './Login.module.css'

/** What an authenticator needs once: the QR code of the otpauth address, the account's name, and the secret as text. */
export function Enrolment({ otpAuthUrl }: { otpAuthUrl: string }) {
  const t = useT()
  const { toasts } = useCore()
  const { account, secret } = partsOf(otpAuthUrl)
  const copySecret = async () => {
    const isCopied = await copyText(secret, window)
    toasts.show(isCopied ? { tone: 'done', text: t('app.copied') } : { tone: 'error', text: t('app.notCopied') })
  }
  return (
    <div className={styles.enrol}>
      <QrCode text={otpAuthUrl} label={t('otp.qr')} />
      <div>
        <p className={styles.label}>{t('otp.account')}</p>
        <p>{account}</p>
        <p className={styles.label}>{t('otp.secret')}</p>
        <p className={styles.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        <Button look="quiet" onClick={copySecret}>
          {t('app.copy')}
        </Button>
      </div>
    </div>
  )
}

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <figure className={styles.qr}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} fill="currentColor" />
      </svg>
    </figure>
  )
}

/** Of `otpauth://totp/<issuer>:<account>?secret=<base32>`. */
function partsOf(otpAuthUrl: string): { account: string; secret: string } {
  const { pathname, searchParams } = new URL(otpAuthUrl)
  return { account: decodeURIComponent(pathname.split('/').at(-1) ?? ''), secret: searchParams.get('secret') ?? '' }
}
