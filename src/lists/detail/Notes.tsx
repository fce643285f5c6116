import { useMachine, useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { canUse } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { MAX_NOTE_LENGTH, type NoteEntry } from '#contract/rows/notes.ts'
import { composerMachine, draftAfter, type NoteDraft, type NoteOutcome } from '#machines/notes/composerMachine.ts'
import { ApiError } from '../../api/errors.ts'
import { formatCount } from '../../format/amount.ts'
import { formatTime } from '../../format/dates.ts'
import { NO_FIGURE } from '../../format/noFigure.ts'
import type { Translate } from '../../i18n.ts'
import { areNoteDrafts, createNoteDrafts } from '../../state/noteDrafts.ts'
import { isText } from '../../state/storedShapes.ts'
import { Button } from '../../ui/Button.tsx'
import { useFieldIds } from '../../ui/fields/Field.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import type { ListController } from '../listController.ts'
import { useOpenList } from '../useOpenList.ts'
import styles from './Notes.module.css'

interface NotesProps {
  row: ListedRow
  /** Null while they are read, and when they could not be read. */
  notes: readonly NoteEntry[] | null
  isLoading: boolean
}

/** The notes on an order, its assignments, and the box for a new note. */
export function Notes({ row, notes, isLoading }: NotesProps) {
  const { controller, words } = useOpenList()
  const { t } = words
  const { permissions } = controller.console
  useReloadOnChange(controller, row)
  const mayAdd = canUse(permissions, row.type === 'PAYOUT' ? 'payout_notify' : 'payin_notify')
  return (
    <div className={styles.notes}>
      {mayAdd ? <Composer key={row.id} id={row.id} /> : <p className="faint small">{t('notes.readOnly')}</p>}
      {notes === null && isLoading && <p className="faint">{t('detail.loading')}</p>}
      {notes !== null && notes.length === 0 && <p className="faint">{t('notes.empty')}</p>}
      {notes !== null && notes.length > 0 && (
        <ol className={styles.list} aria-label={t('detail.tab.notes')}>
          {notes.toReversed().map((entry) => (
            <Entry key={entry.id} entry={entry} t={t} />
          ))}
        </ol>
      )}
    </div>
  )
}

/** Reads the notes again when the order was changed elsewhere. */
function useReloadOnChange({ actor, changes }: ListController, { id }: ListedRow) {
  const change = useSelector(changes ?? undefined, (snapshot) => snapshot?.context.ledger.changes.get(id) ?? null)
  const known = useRef(change)
  useEffect(() => {
    if (change !== null && change !== known.current) actor.send({ type: 'detail.reload' })
    known.current = change
  }, [actor, change])
}

function Entry({ entry, t }: { entry: NoteEntry; t: Translate }) {
  const { kind, author, time, text } = entry
  return (
    <li className={styles.entry} data-kind={kind}>
      <p className={styles.head}>
        {kind === 'NOTE' ? <span className="medium">{author ?? NO_FIGURE}</span> : <span>{assignmentText(entry, t)}</span>}
        <time className="faint small push">{formatTime(time)}</time>
      </p>
      {kind === 'NOTE' && <p className={styles.text}>{text}</p>}
    </li>
  )
}

function assignmentText({ author, assignedTo }: NoteEntry, t: Translate): string {
  const by = author ?? NO_FIGURE
  if (assignedTo === null) return t('notes.unassigned', { author: by })
  return assignedTo === author ? t('notes.taken', { author: by }) : t('notes.assigned', { author: by, name: assignedTo })
}

/** The box for a new note. What is written is kept until it is added, also over a closed row and a reload. */
function Composer({ id }: { id: string }) {
  const { controller, words } = useOpenList()
  const { t } = words
  const { console } = controller
  const { activeScopes, api, announcer, i18n, store, permissions, toasts } = console
  const [noteDrafts] = useState(() =>
    createNoteDrafts(store.own('notes', areNoteDrafts), store.own('signInName', isText).get() ?? ''),
  )
  const box = useRef<HTMLTextAreaElement>(null)
  const [machine] = useState(() => {
    const tellAdded = () => announcer.polite(i18n.t('notes.added'))
    /** The row was left while its note was added, and its machine has ended. */
    function settle(sent: NoteDraft, outcome: NoteOutcome) {
      if (outcome.kind === 'added') tellAdded()
      else toasts.show({ tone: 'error', text: reasonText(outcome, i18n.t) })
      // Opened again and changed, the draft is another note.
      if (noteDrafts.find(id)?.idempotencyKey !== sent.idempotencyKey) return
      noteDrafts.keep(id, draftAfter(sent, outcome, api.newIdempotencyKey))
    }
    return composerMachine.provide({
      actors: {
        addNote: fromPromise(async ({ input, signal }) => {
          const outcome = await addNote(controller, id, input)
          if (signal.aborted) settle(input, outcome)
          return outcome
        }),
      },
      actions: { keepDraft: (_, draft) => noteDrafts.keep(id, draft), tellAdded },
    })
  })
  const [snapshot, send] = useMachine(machine, {
    input: { draft: noteDrafts.find(id), newKey: api.newIdempotencyKey },
  })
  const { text, failure } = snapshot.context
  const isAdding = snapshot.matches('adding')
  const tooMany = text.trim().length - MAX_NOTE_LENGTH
  const hint = t(permissions.includes('plat') ? 'notes.audience.staff' : 'notes.audience.merchant')
  const error = tooMany > 0 ? t('notes.tooLong', { n: formatCount(tooMany) }) : failure && reasonText(failure, t)
  const field = useFieldIds(error, hint)
  useEffect(() => activeScopes.enter('form', { submit: () => send({ type: 'note.add' }) }), [activeScopes, send])
  useEffect(
    () =>
      activeScopes.onEscape(() => {
        if (document.activeElement !== box.current) return false
        box.current?.closest<HTMLElement>('[data-layer="detail"]')?.focus()
        return true
      }),
    [activeScopes],
  )
  return (
    <div className={styles.composer} data-layer="form">
      <label className="second small medium" htmlFor={field.id}>
        {t('notes.label')}
      </label>
      <textarea
        ref={box}
        className={styles.box}
        rows={3}
        value={text}
        readOnly={isAdding}
        onChange={(event) => send({ type: 'note.write', text: event.target.value })}
        {...field.input}
      />
      {error !== null && (
        <p className="small bad" role="alert" {...field.error}>
          {error}
        </p>
      )}
      <div className={styles.bar}>
        <p className="faint small" {...field.hint}>
          {hint}
        </p>
        <Button
          aria-busy={isAdding}
          aria-disabled={isAdding}
          aria-keyshortcuts="Control+Enter"
          onClick={() => send({ type: 'note.add' })}
        >
          {t(isAdding ? 'notes.adding' : 'notes.add')}
          <span aria-hidden="true">
            <Kbd keys="mod+enter" />
          </span>
        </Button>
      </div>
    </div>
  )
}

const reasonText = (failure: Exclude<NoteOutcome, { kind: 'added' }>, t: Translate): string =>
  failure.kind === 'refused' ? failure.message : t('notes.unknown')

/** Adds a note and reads the row again, in every case: without an answer the note may be stored. */
async function addNote(controller: ListController, id: string, { text, idempotencyKey }: NoteDraft): Promise<NoteOutcome> {
  const { api } = controller.console
  const endMutation = controller.beginMutation([id])
  try {
    await api.call(calls.addNote, { id, text }, { idempotencyKey, quiet: true })
    return { kind: 'added' }
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause
    return cause.isAnswer ? { kind: 'refused', message: cause.message } : { kind: 'unknown' }
  } finally {
    endMutation()
    controller.reloadRows(new Set([id]))
    controller.actor.send({ type: 'detail.reload' })
  }
}
