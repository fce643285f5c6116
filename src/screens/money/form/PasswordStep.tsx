import { useSelector } from '@xstate/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { loadSha256Hex } from '../../../api/loadSha256Hex.ts'
import { FormActions } from '../../../FormActions.tsx'
import { shouldValidateOnBlur } from '../../../forms/fieldBlur.ts'
import { SecretField } from '../../../forms/SecretField.tsx'
import { useT } from '../../../useConsole.tsx'
import actions from '../actions.module.css'
import card from '../card.module.css'
import type { Flow } from '../flow/flows.ts'
import type { MoneyKind } from '../flow/kinds.ts'
import { BackButton } from './BackButton.tsx'
import { MovementSummary } from './MovementSummary.tsx'
import styles from './PasswordStep.module.css'
import { PasswordUnset } from './PasswordUnset.tsx'

const SECONDS_PER_MINUTE = 60

/** Asks for the transaction password, the last step before the submission. Plain Enter does not submit. */
export function PasswordStep({ flow, kind }: { flow: Flow; kind: MoneyKind }) {
  const t = useT()
  const { values, formContext, refusal, isInDoubt } = useSelector(flow, ({ context }) => context)
  const [secret, setSecret] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isUnset = refusal?.code === 'TXN_PWD_NOT_SET'
  useEffect(() => {
    setSecret('')
    field.current?.focus()
    void refusal
  }, [refusal])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (secret === '') {
      setMissing(true)
      field.current?.focus()
    } else flow.send({ type: 'secret.submit', secret })
  }

  return (
    <form
      className={card.card}
      data-secret=""
      aria-labelledby="money-secret"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        // Plain Enter must not move money; `form.submit` has its own key.
        if (event.key === 'Enter' && event.target === field.current) event.preventDefault()
      }}
    >
      <h2 id="money-secret" className={card.heading}>
        {t(kind.title)}
      </h2>
      <MovementSummary kind={kind} values={values} formContext={formContext!} isInDoubt={isInDoubt} />
      {isUnset ? (
        <PasswordUnset ref={(link) => link?.focus()} />
      ) : (
        <div className={styles.secret}>
          <SecretField
            ref={field}
            label={t('money.secret')}
            name="txnPwd"
            value={secret}
            onValue={(typed) => {
              setSecret(typed)
              setMissing(false)
            }}
            onBlur={(event) => setMissing(secret === '' && shouldValidateOnBlur(event))}
            onFocus={() => loadSha256Hex().catch(() => {})}
            autoComplete="off"
            error={fault()}
            labels={{ show: t('login.showPassword'), hide: t('login.hidePassword') }}
          />
        </div>
      )}
      {isUnset ? (
        <div className={actions.actions}>
          <BackButton flow={flow} />
        </div>
      ) : (
        <FormActions label={t(kind.confirm)}>
          <BackButton flow={flow} />
        </FormActions>
      )}
    </form>
  )

  function fault(): string | null {
    if (isMissing) return t('rule.required')
    if (refusal === null || secret !== '') return null
    if (refusal.code === 'errorPwd') return t('money.secret.wrong')
    if (refusal.code === 'TOO_MANY_TRIES') {
      return t('money.secret.locked', { n: Math.ceil((refusal.retryAfter ?? SECONDS_PER_MINUTE) / SECONDS_PER_MINUTE) })
    }
    return refusal.message
  }
}
