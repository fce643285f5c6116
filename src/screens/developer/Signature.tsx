import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { type Ref, useEffect, useMemo, useRef, useState } from 'react'
import { digests, hmacs } from '../../api/digests.ts'
import { FormActions } from '../../FormActions.tsx'
import { duration } from '../../format/durations.ts'
import { handleSubmit } from '../../forms/handleSubmit.ts'
import { SecretField } from '../../forms/SecretField.tsx'
import { TextAreaField } from '../../forms/TextAreaField.tsx'
import type { Translate } from '../../i18n.ts'
import { type Diagnosis, diagnose, type Timestamp } from '../../signature/diagnose.ts'
import { diagnoseHeader } from '../../signature/diagnoseHeader.ts'
import { JSON_TYPE } from '../../signature/httpRequest.ts'
import { type ReadRequest, readRequest } from '../../signature/readRequest.ts'
import { Button } from '../../ui/Button.tsx'
import { focusOnArrival } from '../../ui/focus/focusOnArrival.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import { useFeature } from '../../useCore.tsx'
import { useForm } from '../../useForm.tsx'
import page from './developer.module.css'
import styles from './findings.module.css'

/** Checks the signature of a pasted request. Nothing is sent or stored. */
export function Signature() {
  const t = useT()
  const { api } = useConsole()
  const [request, setRequest] = useState('')
  const [secret, setSecret] = useState('')
  const hasOverlap = useFeature('secret-overlap')
  const [oldSecret, setOldSecret] = useState('')
  // A signature expires, so each edit and each check compares it with the current time.
  const [checks, setChecks] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  const secretField = useRef<HTMLInputElement>(null)
  const findings = useRef<HTMLElement>(null)
  useEffect(() => focusOnArrival(field.current), [])

  const read = useMemo(() => readRequest(request), [request])
  const found = useMemo(() => {
    void checks
    if (read === null || secret.trim() === '') return null
    const known = { secret: secret.trim(), oldSecret: oldSecret.trim() }
    const now = api.serverNow()
    const byFields = diagnose(read.fields, known, { digests, hmacs, now })
    const byHeader = read.signed && diagnoseHeader(read.signed, known, { digests, hmacs, fieldSign: byFields.sign, now })
    return { byHeader, byFields }
  }, [read, secret, oldSecret, api, checks])

  function check() {
    setChecks((times) => times + 1)
    // Focus the first missing field, else the findings.
    if (read === null) field.current?.focus()
    else if (found === null) secretField.current?.focus()
    else findings.current?.focus()
  }
  useForm({ submit: check })

  const words = { show: t('sig.show'), hide: t('sig.hide') }
  return (
    <div className={page.page} data-layer="form">
      <p className={page.intro}>{t('sig.intro')}</p>
      <div className={page.even}>
        <form
          className="fields"
          aria-label={t('menu.dev-center.signature')}
          autoComplete="off"
          noValidate
          onSubmit={handleSubmit(check)}
        >
          <TextAreaField
            ref={field}
            label={t('sig.request')}
            name="request"
            rows={10}
            value={request}
            onValue={setRequest}
            hint={
              read === null
                ? t('sig.request.hint')
                : t(`sig.read.${read.isCallback ? 'callback' : read.form}`, { n: Object.keys(read.fields).length })
            }
            error={request.trim() !== '' && read === null ? t('sig.unread') : null}
            spellCheck={false}
            autoCapitalize="none"
          />
          <SecretField
            ref={secretField}
            label={t('sig.secret')}
            name="secret"
            value={secret}
            onValue={setSecret}
            hint={t('sig.secret.hint')}
            autoComplete="off"
            labels={words}
          />
          {hasOverlap && (
            <SecretField
              label={t('sig.oldSecret')}
              name="oldSecret"
              value={oldSecret}
              onValue={setOldSecret}
              hint={t('sig.oldSecret.hint')}
              autoComplete="off"
              labels={words}
            />
          )}
          <FormActions label={t('sig.check')} />
        </form>
        {found === null || read === null ? (
          <div className={page.empty}>{t('sig.empty')}</div>
        ) : (
          <SignatureFindings
            ref={findings}
            findings={
              found.byHeader === undefined
                ? findingsOfFields(found.byFields, read, t)
                : findingsOfHeader(found.byHeader, read, t)
            }
          />
        )}
      </div>
    </div>
  )
}

const ICONS = {
  right: CircleCheck,
  refused: TriangleAlert,
  explained: TriangleAlert,
  unexplained: TriangleAlert,
  unsigned: Info,
}

interface Findings {
  verdict: Diagnosis['verdict']
  faults: string[]
  /** Names of the empty fields. */
  empty: readonly string[]
  results: { label: string; text: string; canCopy?: boolean }[]
}

function findingsOfFields(found: Diagnosis, read: ReadRequest, t: Translate): Findings {
  const { verdict, mistakes, timestamp: stamp, emptyFields: empty, joined, sign, sent } = found
  const faults = [
    ...mistakes.map((mistake) => joinTexts(t(`sig.mistake.${mistake}`), fieldsText(found.fieldsByMistake[mistake] ?? [], t))),
    ...Object.entries(found.misnamedFields).map(([wanted, name]) => t('sig.misnamed', { name, wanted })),
    ...(isInLog(read) ? [] : timestampFaults(stamp, t)),
    ...(found.nonTextFields.length > 0 ? [t('sig.untexted', { names: found.nonTextFields.join(', ') })] : []),
    ...bodyFaults(read, t),
  ]
  const results = [
    { label: t('sig.joined'), text: joined, canCopy: true },
    { label: t('sig.hashed'), text: `${HIDDEN}${joined}${HIDDEN}` },
    { label: t('sig.sign'), text: sign, canCopy: true },
    ...(sent !== null && sent !== sign ? [{ label: t('sig.sent'), text: sent }] : []),
  ]
  return { verdict, faults, empty, results }
}

function findingsOfHeader(found: ReturnType<typeof diagnoseHeader>, read: ReadRequest, t: Translate): Findings {
  if (found === null) return { verdict: 'unexplained', faults: [t('sig.header.form')], empty: [], results: [] }
  const { verdict, mistakes, isMilliseconds, offsetMs, text, v1, sent } = found
  const faults = [
    ...mistakes.map((mistake) => t(`sig.mistake.${mistake}`)),
    ...(isMilliseconds ? [t('sig.header.milliseconds')] : []),
    ...(offsetMs === null || isInLog(read) ? [] : [t('sig.header.time', { off: duration(Math.abs(offsetMs), t) })]),
    ...bodyFaults(read, t),
  ]
  const results = [
    { label: t('sig.header.text'), text, canCopy: true },
    { label: t('sig.header.v1'), text: v1, canCopy: true },
    ...(verdict === 'right' ? [] : [{ label: t('sig.header.sent'), text: sent }]),
  ]
  return { verdict, faults, empty: [], results }
}

/** The verdict on a signature, its faults, and how the right signature is made. */
function SignatureFindings({ findings, ref }: { findings: Findings; ref: Ref<HTMLElement> }) {
  const t = useT()
  const { announcer, scope } = useConsole()
  const { verdict, faults, empty, results } = findings
  // A right signature alone does not make a request acceptable.
  const look = verdict === 'right' && faults.length > 0 ? 'refused' : verdict
  const Icon = ICONS[look]
  const verdictText = t(`sig.verdict.${look}`)
  const announcement = [verdictText, ...faults].join(' ')
  useEffect(() => announcer.polite(announcement), [announcement, announcer])
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
      {results.map(({ label, text, canCopy }) => (
        <ResultBlock key={label} label={label} text={text} {...(canCopy && { copy: () => scope().app.copy(text) })} />
      ))}
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

/** A callback was sent before it was pasted, so it is old. */
const isInLog = ({ isCallback = false }: ReadRequest): boolean => isCallback

/** The merchant API accepts only JSON with the JSON content type. Callbacks are forms. */
function bodyFaults({ body, isCallback = false }: ReadRequest, t: Translate): string[] {
  if (body === undefined || isCallback) return []
  if (body.type !== JSON_TYPE) return [t('sig.body.type', { type: body.type })]
  return body.isJson ? [] : [t('sig.body.form')]
}

function timestampFaults({ kind, offsetMs }: Timestamp, t: Translate): string[] {
  return kind === 'fine' ? [] : [t(`sig.stamp.${kind}`, { off: duration(offsetMs, t) })]
}
