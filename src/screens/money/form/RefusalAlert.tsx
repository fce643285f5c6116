import type { CommonKey } from '#locales/messages.ts'
import type { Refusal } from '#machines/money/submission.ts'
import type { Translate } from '../../../i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { useT } from '../../../useConsole.tsx'
import styles from './RefusalAlert.module.css'

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
  /** Continues the open recharge. */
  onContinue?: (() => void) | undefined
}

/** The reason of a refusal above the form. Renders nothing when it is shown at a field. */
export function RefusalAlert({ refusal, fields, onContinue }: RefusalAlertProps) {
  const t = useT()
  const isInField = fields.some((name) => fieldRefusal(refusal, name, t) !== null)
  if (isInField) return null
  return (
    <p role="alert" className={styles.alert}>
      <strong>{t('money.refused')}</strong> {refusalText(refusal, t)}
      {refusal.code === 'OPEN_RECHARGE_EXISTS' && onContinue !== undefined && (
        <>
          {' '}
          <Button onClick={onContinue}>{t('money.continue')}</Button>
        </>
      )}
    </p>
  )
}
