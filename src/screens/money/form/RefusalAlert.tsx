import type { Ref } from 'react'
import type { CommonKey } from '#locales/messages.ts'
import { isAboutSecret, type Refusal } from '#machines/submission/submission.ts'
import type { Translate } from '../../../i18n.ts'
import { Notice, RefusalNotice, TransactionPasswordLink } from '../../../submission/notices.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useT } from '../../../useConsole.tsx'

/** Error code -> the field that it is shown at. */
const FIELD_OF_CODE: Record<string, string> = {
  INSUFFICIENT_BALANCE: 'payAmount',
  AMOUNT_OUT_OF_RANGE: 'payAmount',
  SAME_MERCHANT: 'receiveMerchantNo',
  MERCHANT_NOT_FOUND: 'receiveMerchantNo',
}

const RULES = ['required', 'format', 'unknown', 'tooLong', 'fileType', 'fileSize']

/** The text of a refusal for one field; null when the refusal does not concern it. */
export function fieldRefusal({ code, message, fields }: Refusal, name: string, t: Translate): string | null {
  if (FIELD_OF_CODE[code] === name) return message
  const key = fields[name]
  if (key === undefined) return null
  return RULES.some((rule) => key === `rule.${rule}`) ? t(key as CommonKey) : message
}

interface RefusalAlertProps {
  refusal: Refusal
  fields: readonly string[]
  onContinue?: (() => void) | undefined
}

/** The reason of a refusal above the form. Renders nothing when it is shown at a field, or at the password of the review. */
export function RefusalAlert({ refusal, fields, onContinue }: RefusalAlertProps) {
  const t = useT()
  if (isAboutSecret(refusal) || fields.some((name) => fieldRefusal(refusal, name, t) !== null)) return null
  return (
    <RefusalNotice
      refusal={refusal}
      // When the number is taken, another form has moved money: the message says so.
      {...(refusal.code !== 'DUPLICATE_ORDER_NO' && { title: t('money.refused') })}
      actions={
        refusal.code === 'OPEN_RECHARGE_EXISTS' &&
        onContinue !== undefined && <Button onClick={onContinue}>{t('money.continue')}</Button>
      }
    />
  )
}

/** Says that a transaction password has to be set first, and links to that screen. */
export function PasswordUnset({ ref }: { ref?: Ref<HTMLAnchorElement> }) {
  const t = useT()
  return (
    <Notice role="alert" tone="bad">
      {t('money.secret.unset')} <TransactionPasswordLink {...(ref && { ref })} />
    </Notice>
  )
}
