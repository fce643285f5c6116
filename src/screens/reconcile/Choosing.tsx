import { FileUp } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../format/amount.ts'
import { formatTime } from '../../format/dates.ts'
import { TextAreaField } from '../../forms/TextAreaField.tsx'
import type { StoredSession } from '../../reconcile/session.ts'
import { SmallTable } from '../../table/SmallTable.tsx'
import { useFollowedRow } from '../../table/useFollowedRow.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { focusOnArrival } from '../../ui/focus/focusOnArrival.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { useForm } from '../../useForm.tsx'
import styles from './Reconcile.module.css'
import type { ReconcileSession } from './reconcileSession.ts'

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.xls,.xml,.sta,.mt940,.940,text/*'

/** Takes a file or pasted lines, and lists the statements of before. */
export function Choosing({ session }: { session: ReconcileSession }) {
  const t = useT()
  const [text, setText] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => focusOnArrival(field.current), [])

  function submit() {
    setEmpty(text.trim() === '')
    if (text.trim() === '') field.current?.focus()
    else session.read({ kind: 'text', text, name: '' })
  }
  useForm({ submit })
  return (
    <div className={styles.choosing}>
      <form
        className={styles.input}
        aria-label={t('reconcile.choose.title')}
        data-layer="form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit()
        }}
      >
        <h2 className={styles.heading}>{t('reconcile.choose.title')}</h2>
        <button type="button" className={styles.file} onClick={() => file.current?.click()}>
          <FileUp size={24} strokeWidth={1.5} aria-hidden="true" />
          <strong>{t('reconcile.choose.file')}</strong>
          <span className="small">{t('reconcile.choose.formats')}</span>
        </button>
        <input
          ref={file}
          type="file"
          hidden
          accept={ACCEPTED}
          aria-label={t('reconcile.choose.file')}
          onChange={({ target: { files } }) => {
            const [chosen] = files ?? []
            if (chosen !== undefined) session.read({ kind: 'file', file: chosen, name: chosen.name })
          }}
        />
        <TextAreaField
          ref={field}
          label={t('reconcile.choose.paste')}
          name="lines"
          rows={7}
          value={text}
          onValue={setText}
          hint={t('reconcile.choose.text')}
          error={isEmpty ? t('reconcile.choose.empty') : null}
        />
        <div className={styles.buttons}>
          <Button variant="primary" type="submit">
            {t('reconcile.choose.read')}
            <span aria-hidden="true">
              <Kbd keys="mod+enter" />
            </span>
          </Button>
        </div>
      </form>
      <div className={styles.aside}>
        <Sessions session={session} field={field} />
        <section className={styles.sessions} aria-label={t('reconcile.steps.title')}>
          <h2 className={styles.heading}>{t('reconcile.steps.title')}</h2>
          <ol className={styles.steps}>
            {STEPS.map((step) => (
              <li key={step}>{t(`reconcile.steps.${step}`)}</li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  )
}

const STEPS = ['columns', 'orders', 'buckets', 'decide'] as const

const idOf = ({ id }: StoredSession) => id

interface SessionsProps {
  session: ReconcileSession
  /** Takes the focus when the last statement was deleted. */
  field: RefObject<HTMLElement | null>
}

/** The statements kept in this browser. Each can be opened and deleted; one with decisions after a question. */
function Sessions({ session: { actor, store, account }, field }: SessionsProps) {
  const t = useT()
  const { scope } = useConsole()
  const [sessions, setSessions] = useState<readonly StoredSession[]>([])
  const [here, follow] = useFollowedRow(sessions, idOf)
  const [isAsking, setAsking] = useState(false)
  const [deletions, setDeletions] = useState(0)
  const section = useRef<HTMLElement>(null)
  const read = () => store.list(account).then(setSessions, () => setSessions([]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit
  useEffect(() => void read(), [])
  useEffect(() => {
    // The row that took the place of the deleted one.
    const next = section.current?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')
    if (deletions > 0) (next ?? field.current)?.focus()
  }, [deletions, field])
  const current = sessions[here]
  if (current === undefined) return null
  const nameOf = ({ fileName }: StoredSession) => (fileName === '' ? t('reconcile.pasted') : fileName)
  const open = ({ id }: StoredSession) => actor.send({ type: 'session.open', session: id })
  async function remove({ id }: StoredSession) {
    setAsking(false)
    await store.delete(account, id)
    await read()
    setDeletions((count) => count + 1)
  }
  return (
    <section ref={section} className={styles.sessions} aria-label={t('reconcile.sessions')}>
      <h2 className={styles.heading}>{t('reconcile.sessions')}</h2>
      <SmallTable<StoredSession>
        label={t('reconcile.sessions')}
        rows={sessions}
        rowId={idOf}
        empty=""
        onCopy={(copied) => void scope().app.copy(copied)}
        onOpen={open}
        onRowFocus={follow}
        columns={[
          {
            id: 'file',
            title: t('reconcile.sessions.file'),
            isFlexible: true,
            text: nameOf,
          },
          {
            id: 'days',
            title: t('reconcile.sessions.days'),
            text: ({ days }) => (days === null ? '' : days.from === days.to ? days.from : `${days.from} – ${days.to}`),
          },
          { id: 'lines', title: t('reconcile.sessions.lines'), align: 'right', text: ({ lines }) => formatCount(lines) },
          { id: 'open', title: t('reconcile.sessions.open'), align: 'right', text: (one) => formatCount(one.open) },
          {
            id: 'saved',
            title: t('reconcile.sessions.saved'),
            text: ({ savedAt }) => formatTime(new Date(savedAt).toISOString()),
          },
        ]}
      />
      <div className={styles.buttons}>
        <Button onClick={() => open(current)}>
          {t('reconcile.sessions.continue')}
          <span aria-hidden="true">
            <Kbd keys="enter" />
          </span>
        </Button>
        <Button variant="danger" onClick={() => (current.decisions.length > 0 ? setAsking(true) : remove(current))}>
          {t('reconcile.sessions.delete')}
        </Button>
        <span className="faint small">{t('reconcile.sessions.kept')}</span>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t('reconcile.sessions.ask')}
        width={440}
        back={t('app.cancel')}
        confirm={t('reconcile.sessions.delete')}
        onBack={() => setAsking(false)}
        onConfirm={() => remove(current)}
      >
        <p>{t('reconcile.sessions.ask.text', { name: nameOf(current) })}</p>
      </ConfirmDialog>
    </section>
  )
}
