import { useEffect, useMemo, useRef, useState } from 'react'
import { digests } from '../../api/digests.ts'
import { FormActions } from '../../FormActions.tsx'
import { SecretField } from '../../forms/SecretField.tsx'
import { TextAreaField } from '../../forms/TextAreaField.tsx'
import { diagnose } from '../../signature/diagnose.ts'
import { readRequest } from '../../signature/readRequest.ts'
import { focusOnArrival } from '../../ui/focus/focusOnArrival.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import { useForm } from '../../useForm.tsx'
import styles from './developer.module.css'
import { SignatureFindings } from './SignatureFindings.tsx'

/** Checks the signature of a pasted request. Nothing is sent or stored. */
export function Signature() {
  const t = useT()
  const { api } = useConsole()
  const [request, setRequest] = useState('')
  const [secret, setSecret] = useState('')
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
    return diagnose(read.fields, known, { digests, now: api.serverNow() })
  }, [read, secret, oldSecret, api, checks])

  function check() {
    setChecks((times) => times + 1)
    // Focus the first missing field, else the findings.
    if (read === null) field.current?.focus()
    else if (found === null) secretField.current?.focus()
    else findings.current?.focus()
  }
  const question = useForm({ isDirty: false, submit: check, discard: () => {} })

  const words = { show: t('sig.show'), hide: t('sig.hide') }
  return (
    <div className={styles.page} data-layer="form">
      {question}
      <p className={styles.intro}>{t('sig.intro')}</p>
      <div className={styles.even}>
        <form
          className={styles.form}
          aria-label={t('menu.dev-center.signature')}
          autoComplete="off"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            check()
          }}
        >
          <TextAreaField
            ref={field}
            label={t('sig.request')}
            name="request"
            rows={10}
            value={request}
            onValue={setRequest}
            hint={read === null ? t('sig.request.hint') : t(`sig.read.${read.form}`, { n: Object.keys(read.fields).length })}
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
          <SecretField
            label={t('sig.oldSecret')}
            name="oldSecret"
            value={oldSecret}
            onValue={setOldSecret}
            hint={t('sig.oldSecret.hint')}
            autoComplete="off"
            labels={words}
          />
          <FormActions label={t('sig.check')} />
        </form>
        {found === null || read === null ? (
          <div className={styles.empty}>{t('sig.empty')}</div>
        ) : (
          <SignatureFindings ref={findings} found={found} body={read.body} />
        )}
      </div>
    </div>
  )
}
