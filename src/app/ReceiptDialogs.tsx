import { useAtomValue } from 'jotai'
import { Download, Printer } from 'lucide-react'
import { type ComponentProps, type Ref, useRef } from 'react'
import { statusLabel } from '#commands/rows/kinds.ts'
import type { Receipt } from '#contract/rows/orders.ts'
import { formatTime } from '../format/dates.ts'
import { receiptAtom, uploadedReceiptAtom } from '../state/requestAtoms.ts'
import { Amount } from '../table/cellFormats.tsx'
import { Brand } from '../ui/Brand.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { Status, statusTone } from '../ui/Status.tsx'
import { useCompany } from '../useCompany.ts'
import { useT } from '../useConsole.tsx'
import { useOptions } from '../useOptions.ts'
import styles from './ReceiptDialogs.module.css'

type ReceiptDialogProps = Pick<DialogProps, 'open' | 'onClose'>

/** The receipt of a payout, to be printed or saved. */
export function ReceiptDialog({ open, onClose }: ReceiptDialogProps) {
  const t = useT()
  const receipt = useAtomValue(receiptAtom)
  const print = useRef<HTMLButtonElement>(null)
  if (receipt === null) return null
  const { receipt: picture, platOrderNo } = receipt
  const [, type = 'png'] = /^data:image\/(\w+)/.exec(picture ?? '') ?? []
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('receipt.title')}
      width={440}
      initialFocus={print}
      footer={
        <>
          {/* As rendered by the gateway. */}
          {picture !== null && (
            <SaveLink href={picture} download={`receipt-${platOrderNo}.${type}`}>
              {t('receipt.save')}
            </SaveLink>
          )}
          <PrintButton ref={print} />
        </>
      }
    >
      <Slip receipt={receipt} />
    </Dialog>
  )
}

function Slip({ receipt }: { receipt: Receipt }) {
  const t = useT()
  const options = useOptions()
  const company = useCompany()
  const { currency, payAmount, payFee, status, completeTime } = receipt
  const lines = [
    ['field.merchantName', receipt.merchantName],
    ['field.merchantOrderNo', receipt.merchantOrderNo],
    ['field.platOrderNo', receipt.platOrderNo],
    ['field.receiveName', receipt.receiveName],
    ['field.bankName', receipt.bankName],
    ['field.receiveAccount', receipt.receiveAccount],
    ['field.completeTime', completeTime === null ? null : `${formatTime(completeTime)} ${t('app.zone')}`],
  ] as const
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reached by keys
    <article className={styles.slip} data-print="" tabIndex={0}>
      <p className={styles.printOnly} aria-hidden="true">
        {t('receipt.title')}
      </p>
      <header className={styles.head}>
        <span className={styles.brand}>
          <Brand size={20} logo={company.logo} />
          {company.name}
        </span>
        <Status tone={statusTone(status)}>{statusLabel('payout', status, options)}</Status>
      </header>
      <h3 className={styles.kind}>{t('receipt.what')}</h3>
      <p className={styles.amount}>
        <Amount value={payAmount} currency={currency} /> <span className={styles.currency}>{currency}</span>
      </p>
      <p className="second">
        {t('field.payFee')} <Amount value={payFee} currency={currency} />
      </p>
      <dl className={styles.lines}>
        {lines.map(
          ([title, value]) =>
            value !== null && (
              <div key={title} className={styles.line}>
                <dt>{t(title)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </article>
  )
}

/** The receipt uploaded with a recharge: a picture to view, print or save; a document to save. */
export function UploadedReceiptDialog({ open, onClose }: ReceiptDialogProps) {
  const t = useT()
  const receipt = useAtomValue(uploadedReceiptAtom)
  const print = useRef<HTMLButtonElement>(null)
  const save = useRef<HTMLAnchorElement>(null)
  if (receipt === null) return null
  const { number, content } = receipt
  const [, family = '', type = ''] = /^data:(\w+)\/(\w+)/.exec(content) ?? []
  const isPicture = family === 'image'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('handedIn.title')}
      width={560}
      initialFocus={isPicture ? print : save}
      footer={
        <>
          <SaveLink ref={save} href={content} download={`recharge-${number}.${type === 'jpeg' ? 'jpg' : type}`}>
            {t('handedIn.save')}
          </SaveLink>
          {isPicture && <PrintButton ref={print} />}
        </>
      }
    >
      <p className={styles.number}>{number}</p>
      {isPicture ? (
        <img className={styles.picture} data-print="" src={content} alt={t('handedIn.picture', { number })} />
      ) : (
        <p>{t('handedIn.document')}</p>
      )}
    </Dialog>
  )
}

const SaveLink = ({ children, ...link }: ComponentProps<'a'>) => (
  <LinkButton {...link}>
    <Download size={14} strokeWidth={1.75} aria-hidden="true" />
    {children}
  </LinkButton>
)

function PrintButton({ ref }: { ref: Ref<HTMLButtonElement> }) {
  const t = useT()
  return (
    <Button ref={ref} variant="primary" onClick={() => window.print()}>
      <Printer size={14} strokeWidth={1.75} aria-hidden="true" />
      {t('receipt.print')}
    </Button>
  )
}
