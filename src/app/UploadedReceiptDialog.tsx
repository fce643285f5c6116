import { useAtomValue } from 'jotai'
import { Download, Printer } from 'lucide-react'
import { useRef } from 'react'
import buttons from '../ui/Button.module.css'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useT } from '../useConsole.tsx'
import styles from './UploadedReceiptDialog.module.css'
import { uploadedReceiptAtom } from './wiring/receipt.ts'

/** The receipt uploaded with a recharge: a picture to view, print or save; a document to save. */
export function UploadedReceiptDialog({ open, onClose }: { open: boolean; onClose(): void }) {
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
      closeLabel={t('app.close')}
      width={560}
      initialFocus={isPicture ? print : save}
      footer={
        <>
          <a
            ref={save}
            className={buttons.plain}
            href={content}
            download={`recharge-${number}.${type === 'jpeg' ? 'jpg' : type}`}
          >
            <Download size={14} strokeWidth={1.75} aria-hidden="true" />
            {t('handedIn.save')}
          </a>
          {isPicture && (
            <Button ref={print} variant="primary" onClick={() => window.print()}>
              <Printer size={14} strokeWidth={1.75} aria-hidden="true" />
              {t('receipt.print')}
            </Button>
          )}
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
