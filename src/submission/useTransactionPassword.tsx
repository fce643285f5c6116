import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import type { Refusal } from '#machines/submission/submission.ts'
import { loadSha256Hex } from '../api/loadSha256Hex.ts'
import { shouldValidateOnBlur } from '../forms/fieldBlur.ts'
import { SecretField } from '../forms/SecretField.tsx'
import { useT } from '../useConsole.tsx'

interface TransactionPasswordOptions {
  ref: RefObject<HTMLInputElement | null>
  label: string
  refusal: Refusal | null
  /** The text of a refusal that is about the password. */
  refusalText(refusal: Refusal): string | null
  isBusy?: boolean
  autoFocus?: boolean
  onPassword(password: string): void
}

/** The field of the transaction password, cleared and focused after a refusal, and the handler that submits it. */
export function useTransactionPassword(options: TransactionPasswordOptions) {
  const { ref, label, refusal, refusalText, isBusy = false, autoFocus, onPassword } = options
  const t = useT()
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (refusal === null || refusal.code === 'NETWORK_ERROR') return
    setTyped('')
    ref.current?.focus()
  }, [refusal, ref])
  const wrong = refusal === null || typed !== '' ? null : refusalText(refusal)
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
      error={isMissing ? t('rule.required') : wrong}
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
  return { field, submit }
}
