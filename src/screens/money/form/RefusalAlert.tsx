import type { Ref } from 'react'
import { routes } from '#commands/navigation/routes.ts'
import { canEnter } from '#contract/authority.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { Refusal } from '#machines/submission/submission.ts'
import type { Translate } from '../../../i18n.ts'
import { NO_LEAVE_PROMPT } from '../../../state/location.ts'
import { Notice } from '../../../submission/notices.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'

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

/** The message of the gateway, or our own text when the request did not reach it. */
export const refusalText = ({ code, message }: Refusal, t: Translate): string =>
  code === 'NETWORK_ERROR' ? t('money.unsent') : message

interface RefusalAlertProps {
  refusal: Refusal
  fields: readonly string[]
  onContinue?: (() => void) | undefined
}

/** The reason of a refusal above the form. Renders nothing when it is shown at a field. */
export function RefusalAlert({ refusal, fields, onContinue }: RefusalAlertProps) {
  const t = useT()
  if (fields.some((name) => fieldRefusal(refusal, name, t) !== null)) return null
  return (
    <Notice
      role="alert"
      tone="bad"
      actions={
        refusal.code === 'OPEN_RECHARGE_EXISTS' &&
        onContinue !== undefined && <Button onClick={onContinue}>{t('money.continue')}</Button>
      }
    >
      <strong>{t('money.refused')}</strong> {refusalText(refusal, t)}
    </Notice>
  )
}

/** Says that a transaction password has to be set first, and links to that screen. The form keeps its state meanwhile. */
export function PasswordUnset({ ref }: { ref?: Ref<HTMLAnchorElement> }) {
  const t = useT()
  const { permissions } = useConsole()
  return (
    <Notice role="alert" tone="bad">
      {t('money.secret.unset')}{' '}
      {canEnter(permissions, routes['settings.txnPassword']) && (
        <a ref={ref} href={`#${routes['settings.txnPassword'].path}`} {...NO_LEAVE_PROMPT}>
          {t('money.secret.set')}
        </a>
      )}
    </Notice>
  )
}
