import { Button } from '../Button.tsx'
import styles from './Enrolment.module.css'
import { QrCode } from './QrCode.tsx'

interface EnrolmentProps {
  otpAuthUrl: string
  onCopy(secret: string): void
  labels: { qr: string; account: string; secret: string; copy: string }
}

/** Set-up of an authenticator: QR code of the otpauth URL, account name, and the secret as text. */
export function Enrolment({ otpAuthUrl, onCopy, labels }: EnrolmentProps) {
  const { account, secret } = partsOf(otpAuthUrl)
  return (
    <div className={styles.enrol}>
      <QrCode text={otpAuthUrl} label={labels.qr} />
      <div>
        <p className={styles.label}>{labels.account}</p>
        <p>{account}</p>
        <p className={styles.label}>{labels.secret}</p>
        <p className={styles.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        <Button variant="quiet" onClick={() => onCopy(secret)}>
          {labels.copy}
        </Button>
      </div>
    </div>
  )
}

/** Parses `otpauth://totp/<issuer>:<account>?secret=<base32>`. */
function partsOf(otpAuthUrl: string): { account: string; secret: string } {
  const { pathname, searchParams } = new URL(otpAuthUrl)
  return { account: decodeURIComponent(pathname.split('/').at(-1) ?? ''), secret: searchParams.get('secret') ?? '' }
}
