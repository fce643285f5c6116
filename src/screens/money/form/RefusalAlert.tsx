import type { CommonKey } from '#locales/messages.ts'
import type { Refusal } from '#machines/money/submission.ts'
import type { Translate } from '../../../i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { useT } from '../../../useConsole.tsx'
import styles from './RefusalAlert.module.css'

/** Which field a code is about. */
const FIELD_OF_CODE: Record<string, string> = {
  INSUFFICIENT_BALANCE: 'payAmount',
  AMOUNT_OUT_OF_RANGE: 'payAmount',
  SAME_MERCHANT: 'receiveMerchantNo',
  MERCHANT_NOT_FOUND: 'receiveMerchantNo',
}

const RULES = ['required', 'format', 'unknown', 'tooLong', 'fileType', 'fileSize']

/** What the gateway said of one field, in words; null where it said nothing of it. */
export function fieldRefusal({ code, message, fields }: Refusal, name: string, t: Translate): string | null {
  if (FIELD_OF_CODE[code] === name) return message
  const key = fields[name]
  if (key === undefined) return null
  return RULES.some((rule) => key === `rule.${rule}`) ? t(key as CommonKey) : message
}

/** The gateway's own words; where nothing reached it, ours. */
export const refusalText = ({ code, message }: Refusal, t: Translate): string =>
  code === 'NETWORK_ERROR' ? t('money.unsent') : message

interface RefusalAlertProps {
  refusal: Refusal
  fields: readonly string[]
  /** Goes on with what is open already. */
  onContinue?: (() => void) | undefined
}

/** Why nothing moved, above the form, where it is not about one of its fields. */
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
