import { Copy, Download } from 'lucide-react'
import type { MerchantSecret } from '#contract/rows/credentials.ts'
import { saveFile } from '../../../saveFile.ts'
import { Button } from '../../../ui/Button.tsx'
import sections from '../../../ui/Sections.module.css'
import { Section } from '../../../ui/Sections.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { DetailGrid } from '../DetailGrid.tsx'
import styles from '../form/settings.module.css'
import keys from './keys.module.css'

interface KeyPairSectionProps {
  stored: MerchantSecret
  mayReset: boolean
  onReset(): void
}

/** The key pair of the platform for this merchant. The private key is always masked. */
export function KeyPairSection({
  stored: { merchantNo, platPublicKey, platPrivateKey },
  mayReset,
  onReset,
}: KeyPairSectionProps) {
  const t = useT()
  return (
    <Section
      title={t('settings.pair')}
      text={t('settings.pair.text')}
      tools={
        mayReset && (
          <Button {...(platPublicKey === null ? {} : { variant: 'danger' })} onClick={onReset}>
            {t(platPublicKey === null ? 'settings.pair.make' : 'settings.pair.reset')}
          </Button>
        )
      }
    >
      {platPublicKey === null ? (
        <p className={styles.nothing}>{t('settings.pair.none')}</p>
      ) : (
        <>
          <KeyText label={t('settings.pair.public')} text={platPublicKey} file={`${merchantNo}-platform-public.pem`} />
          <DetailGrid details={[{ title: t('settings.pair.private'), value: platPrivateKey, isMono: true }]} />
        </>
      )}
    </Section>
  )
}

/** A key in full, to copy or download. */
export function KeyText({ label, text, file }: { label: string; text: string; file: string }) {
  const t = useT()
  const { scope } = useConsole()
  return (
    <div className={styles.choices}>
      <div className={sections.head}>
        <span className="faint">{label}</span>
        <div className={sections.tools}>
          <Button variant="quiet" onClick={() => void scope().app.copy(text)}>
            <Copy size={14} strokeWidth={1.5} /> {t('app.copy')}
          </Button>
          <Button variant="quiet" onClick={() => saveFile({ blob: new Blob([text]), name: file }, window)}>
            <Download size={14} strokeWidth={1.5} /> {t('settings.download')}
          </Button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable text must be reachable by keyboard */}
      <section className={keys.pem} tabIndex={0} aria-label={label}>
        {text}
      </section>
    </div>
  )
}
