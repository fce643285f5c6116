import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { type Ref, useEffect } from 'react'
import { duration } from '../../format/durations.ts'
import type { Translate } from '../../i18n.ts'
import type { Diagnosis, Stamp } from '../../signature/diagnose.ts'
import { Button } from '../../ui/Button.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import styles from './findings.module.css'

const ICONS = { right: CircleCheck, explained: TriangleAlert, unexplained: TriangleAlert, unsigned: Info }

/** What is right and what is wrong with a signature, in words, and under it how it is made. */
export function SignatureFindings({ found, ref }: { found: Diagnosis; ref: Ref<HTMLElement> }) {
  const t = useT()
  const { announcer, scope } = useConsole()
  const { verdict, mistakes, stamp, empty, joined, sign, sent } = found
  const Icon = ICONS[verdict]
  const told = t(`sig.verdict.${verdict}`)
  const faults = [...mistakes.map((mistake) => t(`sig.mistake.${mistake}`)), ...stampWords(stamp, t)]
  const said = [told, ...faults].join(' ')
  useEffect(() => announcer.polite(said), [said, announcer])
  const copy = (text: string) => () => scope().app.copy(text)
  return (
    <section ref={ref} tabIndex={-1} className={styles.findings} aria-label={t('sig.findings')}>
      <div className={`${styles.verdict} ${styles[verdict]}`}>
        <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
        <h2 className={styles.title}>{told}</h2>
      </div>
      {faults.length > 0 && (
        <ul className={styles.faults}>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      {empty.length > 0 && <p className={styles.faint}>{t('sig.dropped', { names: empty.join(', ') })}</p>}
      <Piece label={t('sig.joined')} text={joined} copy={copy(joined)} />
      <Piece label={t('sig.hashed')} text={`${HIDDEN}${joined}${HIDDEN}`} />
      <Piece label={t('sig.sign')} text={sign} copy={copy(sign)} />
      {sent !== null && sent !== sign && <Piece label={t('sig.sent')} text={sent} />}
    </section>
  )
}

// The secret is in the field, and nowhere else on the page.
const HIDDEN = '••••••••'

function Piece({ label, text, copy }: { label: string; text: string; copy?: () => void }) {
  const t = useT()
  return (
    <div className={styles.piece}>
      <h3 className={styles.label}>{label}</h3>
      {copy !== undefined && (
        <Button look="quiet" className={styles.copy} onClick={copy} aria-label={t('sig.copy', { what: label })}>
          {t('sig.copy.word')}
        </Button>
      )}
      <pre className={styles.text}>{text}</pre>
    </div>
  )
}

function stampWords({ kind, off }: Stamp, t: Translate): string[] {
  return kind === 'fine' ? [] : [t(`sig.stamp.${kind}`, { off: duration(off, t) })]
}
