import { useSelector } from '@xstate/react'
import { atom, useAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { FormActions } from '../../FormActions.tsx'
import { formatCount } from '../../format/amount.ts'
import { handleSubmit } from '../../forms/handleSubmit.ts'
import { TextAreaField } from '../../forms/TextAreaField.tsx'
import { pastedLinesAtom } from '../../state/requestAtoms.ts'
import { Button } from '../../ui/Button.tsx'
import { focusOnArrival } from '../../ui/focus/focusOnArrival.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import { useForm } from '../../useForm.tsx'
import { LineResults } from './LineResults.tsx'
import styles from './Lines.module.css'
import { createLinesActor, type LinesActor } from './linesActor.ts'
import { MAX_LINES } from './readLines.ts'

/** Outlives the screen, so that the results are still there after opening one of the orders. */
const linesActorAtom = atom<LinesActor | null>(null)

export function Lines() {
  const console = useConsole()
  const [pasted, setPasted] = useAtom(pastedLinesAtom)
  const [actor, setActor] = useAtom(linesActorAtom)
  useEffect(() => {
    if (pasted === null && actor !== null) return
    setPasted(null)
    // Opened without a text: edit the previous lines.
    if (pasted?.text === '' && actor !== null) return actor.send({ type: 'lines.edit' })
    actor?.stop()
    setActor(createLinesActor(console, { text: pasted?.text ?? '', kind: pasted?.kind ?? null }))
  }, [console, pasted, actor, setPasted, setActor])
  return actor === null ? null : <LinesStep key={actor.sessionId} actor={actor} />
}

function LinesStep({ actor }: { actor: LinesActor }) {
  const isEditing = useSelector(actor, (snapshot) => snapshot.matches('editing'))
  return isEditing ? <EditLines actor={actor} /> : <LineResults actor={actor} />
}

function EditLines({ actor }: { actor: LinesActor }) {
  const t = useT()
  const { asked, lines } = actor.getSnapshot().context
  const [text, setText] = useState(asked.text)
  const [isEmpty, setEmpty] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => focusOnArrival(field.current), [])

  function submit() {
    setEmpty(text.trim() === '')
    if (text.trim() === '') field.current?.focus()
    else actor.send({ type: 'lines.ask', asked: { text } })
  }
  useForm({ submit })
  return (
    <div className="tableScreen" data-layer="form">
      <form className={styles.form} aria-label={t('place.lines')} noValidate onSubmit={handleSubmit(submit)}>
        <TextAreaField
          ref={field}
          label={t('lines.text')}
          name="lines"
          rows={16}
          value={text}
          onValue={setText}
          hint={t('lines.text.hint', { most: formatCount(MAX_LINES) })}
          error={isEmpty ? t('lines.text.empty') : null}
        />
        <FormActions label={t('lines.find')}>
          {lines.length > 0 && <Button onClick={() => actor.send({ type: 'lines.leave' })}>{t('app.cancel')}</Button>}
        </FormActions>
      </form>
    </div>
  )
}
