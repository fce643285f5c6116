import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { type Ref, useEffect } from 'react'
import { duration } from '../../format/durations.ts'
import type { Translate } from '../../i18n.ts'
import { JSON_TYPE } from '../../signature/curl.ts'
import type { Diagnosis, Timestamp } from '../../signature/diagnose.ts'
import type { ReadRequest } from '../../signature/readRequest.ts'
import { Button } from '../../ui/Button.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import page from './developer.module.css'
import styles from './findings.module.css'

const ICONS = {
  right: CircleCheck,
  refused: TriangleAlert,
  explained: TriangleAlert,
  unexplained: TriangleAlert,
  unsigned: Info,
}

interface FindingsProps {
  found: Diagnosis
  body: ReadRequest['body']
  ref: Ref<HTMLElement>
}

/** The verdict on a signature, its faults, and how the right signature is made. */
export function SignatureFindings({ found, body, ref }: FindingsProps) {
  const t = useT()
  const { announcer, scope } = useConsole()
  const { verdict, mistakes, timestamp: stamp, emptyFields: empty, joined, sign, sent } = found
  const faults = [
    ...mistakes.map((mistake) => joinTexts(t(`sig.mistake.${mistake}`), fieldsText(found.fieldsByMistake[mistake] ?? [], t))),
    ...Object.entries(found.misnamedFields).map(([wanted, name]) => t('sig.misnamed', { name, wanted })),
    ...timestampFaults(stamp, t),
    ...(found.nonTextFields.length > 0 ? [t('sig.untexted', { names: found.nonTextFields.join(', ') })] : []),
    ...bodyFaults(body, t),
  ]
  // A right signature alone does not make a request acceptable.
  const look = verdict === 'right' && faults.length > 0 ? 'refused' : verdict
  const Icon = ICONS[look]
  const verdictText = t(`sig.verdict.${look}`)
  const announcement = [verdictText, ...faults].join(' ')
  useEffect(() => announcer.polite(announcement), [announcement, announcer])
  const copy = (text: string) => () => scope().app.copy(text)
  return (
    <section ref={ref} tabIndex={-1} className={page.panel} aria-label={t('sig.findings')}>
      <div className={`${styles.verdict} ${styles[look]}`}>
        <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
        <h2 className="heading">{verdictText}</h2>
      </div>
      {faults.length > 0 && (
        <ul className={styles.faults}>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      {empty.length > 0 && <p className="faint">{t('sig.dropped', { names: empty.join(', ') })}</p>}
      <ResultBlock label={t('sig.joined')} text={joined} copy={copy(joined)} />
      <ResultBlock label={t('sig.hashed')} text={`${HIDDEN}${joined}${HIDDEN}`} />
      <ResultBlock label={t('sig.sign')} text={sign} copy={copy(sign)} />
      {sent !== null && sent !== sign && <ResultBlock label={t('sig.sent')} text={sent} />}
    </section>
  )
}

// Replaces the secret, which is shown nowhere but in its field.
const HIDDEN = '••••••••'

function ResultBlock({ label, text, copy }: { label: string; text: string; copy?: () => void }) {
  const t = useT()
  return (
    <div className={styles.piece}>
      <h3 className={styles.label}>{label}</h3>
      {copy !== undefined && (
        <Button variant="quiet" className={styles.copy} onClick={copy} aria-label={t('sig.copy', { what: label })}>
          {t('sig.copy.word')}
        </Button>
      )}
      <pre className={styles.text}>{text}</pre>
    </div>
  )
}

const joinTexts = (...texts: string[]): string => texts.filter((text) => text !== '').join(' ')

const fieldsText = (names: readonly string[], t: Translate): string =>
  names.length === 0 ? '' : t('sig.places', { names: names.join(', ') })

/** The merchant API accepts only JSON with the JSON content type. */
function bodyFaults(body: ReadRequest['body'], t: Translate): string[] {
  if (body === undefined) return []
  if (body.type !== JSON_TYPE) return [t('sig.body.type', { type: body.type })]
  return body.isJson ? [] : [t('sig.body.form')]
}

function timestampFaults({ kind, offsetMs }: Timestamp, t: Translate): string[] {
  return kind === 'fine' ? [] : [t(`sig.stamp.${kind}`, { off: duration(offsetMs, t) })]
}
