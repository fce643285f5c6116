import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import type { Refusal } from '#machines/submission/submission.ts'
import { loadSha256Hex } from '../api/loadSha256Hex.ts'
import { shouldValidateOnBlur } from '../forms/fieldBlur.ts'
import { SecretField } from '../forms/SecretField.tsx'
import { useT } from '../useConsole.tsx'
import { RefusalNotice } from './notices.tsx'

interface TransactionPasswordOptions {
  ref: RefObject<HTMLInputElement | null>
  label: string
  refusal: Refusal | null
  isBusy?: boolean
  autoFocus?: boolean
  onPassword(password: string): void
}

const SECONDS_PER_MINUTE = 60

/**
 * The field of the transaction password, cleared and focused after a refusal; the handler that submits it; and a notice of a refusal
 * that is not about the password.
 */
export function useTransactionPassword(options: TransactionPasswordOptions) {
  const { ref, label, refusal, isBusy = false, autoFocus, onPassword } = options
  const t = useT()
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (refusal === null || refusal.code === 'NETWORK_ERROR') return
    setTyped('')
    ref.current?.focus()
  }, [refusal, ref])
  const fault = refusal === null ? null : passwordFault(refusal)
  const field = (
    <SecretField
      ref={ref}
      label={label}
      name="txnPwd"
      value={typed}
      onValue={(value) => {
        setTyped(value)
        setMissing(false)
      }}
      onBlur={(event) => setMissing(typed === '' && shouldValidateOnBlur(event))}
      onFocus={() => loadSha256Hex().catch(() => {})}
      error={isMissing ? t('rule.required') : typed === '' ? fault : null}
      autoComplete="off"
      readOnly={isBusy}
      {...(autoFocus && { autoFocus })}
    />
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setMissing(typed === '')
    if (typed === '') ref.current?.focus()
    else onPassword(typed)
  }
  return { field, submit, notice: fault === null && <RefusalNotice refusal={refusal} /> }

  function passwordFault({ code, message, fields, retryAfter }: Refusal): string | null {
    if (code === 'errorPwd') return t('errorPwd')
    if (code !== 'TOO_MANY_TRIES') return fields.txnPwd === undefined ? null : message
    return t('login.locked', { n: Math.ceil((retryAfter ?? SECONDS_PER_MINUTE) / SECONDS_PER_MINUTE) })
  }
}
