import { useEffect, useRef, useState } from 'react'
import { FormActions } from '../../FormActions.tsx'
import { formatCount } from '../../format/amount.ts'
import { TextAreaField } from '../../forms/TextAreaField.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusOnArrival } from '../../ui/focus/focusOnArrival.ts'
import { useT } from '../../useConsole.tsx'
import { useForm } from '../../useForm.tsx'
import styles from './Lines.module.css'
import type { LinesActor } from './linesActor.ts'
import { MAX_LINES } from './readLines.ts'

/** The input for pasted statement lines. */
export function EditLines({ actor }: { actor: LinesActor }) {
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
  const question = useForm({ isDirty: false, submit, discard: () => {} })
  return (
    <div className={styles.page} data-layer="form">
      {question}
      <form
        className={styles.form}
        aria-label={t('place.lines')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
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
