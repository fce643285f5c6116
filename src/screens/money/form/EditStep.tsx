import { useSelector } from '@xstate/react'
import { type ComponentType, useMemo, useRef } from 'react'
import { FRACTION_DIGITS } from '#contract/money.ts'
import type { MessageKey } from '#locales/messages.ts'
import { FormActions } from '../../../FormActions.tsx'
import { amountFormatter, amountParts } from '../../../format/amount.ts'
import { shouldValidateOnBlur } from '../../../forms/fieldBlur.ts'
import { useFocusFirstError } from '../../../forms/useFocusFirstError.ts'
import { useT } from '../../../useConsole.tsx'
import { Detail, DetailList, MoneyAmount } from '../details.tsx'
import type { Flow } from '../flow/flows.ts'
import type { FormContext, MoneyKind, Values } from '../flow/kinds.ts'
import { limitsOf } from '../flow/rules.ts'
import frame from '../money.module.css'
import { useFocusIfLost } from '../useFocusIfLost.ts'
import type { FieldsProps } from './fields.tsx'
import styles from './form.module.css'
import { fieldRefusal, PasswordUnset, RefusalAlert } from './RefusalAlert.tsx'

interface EditStepProps {
  flow: Flow
  kind: MoneyKind
  Fields: ComponentType<FieldsProps>
  onReview(): void
  onContinue?: (() => void) | undefined
}

/** The editable form. A fault is shown when its field loses the focus, and all faults when a review is requested. */
export function EditStep({ flow, kind, Fields, onReview, onContinue }: EditStepProps) {
  const t = useT()
  const { values, stored, faults, refusal, objections } = useSelector(flow, ({ context }) => context)
  const formContext = stored!
  const form = useRef<HTMLFormElement>(null)
  const focusTarget = useMemo(
    () => ({
      get current() {
        const fields = form.current
        return fields?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? fields?.querySelector('input') ?? null
      },
    }),
    [],
  )
  useFocusIfLost(focusTarget)
  useFocusFirstError(form, objections)

  function fault(name: string): string | null {
    const refused = refusal === null ? null : fieldRefusal(refusal, name, t)
    const [key, params] = [faults[name] ?? []].flat() as [MessageKey?, Record<string, string | number>?]
    return refused ?? (key === undefined ? null : t(key, params))
  }

  return (
    <div className={styles.columns}>
      <form
        ref={form}
        className={styles.form}
        aria-label={t(kind.title)}
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        {kind.isOutgoing && !formContext.info.txnPwdSet && <PasswordUnset />}
        {refusal !== null && <RefusalAlert refusal={refusal} fields={kind.fields} onContinue={onContinue} />}
        <Fields
          values={values}
          formContext={formContext}
          onChange={(changed) => flow.send({ type: 'form.change', values: changed })}
          fault={fault}
          onLeave={(name, event) => {
            if (event === undefined || shouldValidateOnBlur(event)) flow.send({ type: 'field.leave', name })
          }}
        />
        <FormActions label={t('money.review')} onSubmit={onReview} />
      </form>
      <BalancePanel kind={kind} formContext={formContext} values={values} />
    </div>
  )
}

/** The available balance, the limits and the fee of the form. */
function BalancePanel({ kind, formContext, values }: { kind: MoneyKind; formContext: FormContext; values: Values }) {
  const t = useT()
  const { info } = formContext
  const places = FRACTION_DIGITS[info.currency]
  const { min, max } = limitsOf(kind, values, formContext)
  const shown = amountFormatter(info.currency)
  return (
    <aside className={styles.balance} aria-label={t('money.purse')}>
      <p className={frame.label}>{t('field.available')}</p>
      <MoneyAmount value={info.available} currency={info.currency} look="small" />
      <DetailList>
        <Detail title={t('money.least')}>{shown(min)}</Detail>
        <Detail title={t('money.most')}>{shown(max)}</Detail>
        {kind.isOutgoing && (
          <Detail title={t(kind.name === 'withdraw' ? 'field.serviceFee' : 'field.transferFee')}>
            {shown(kind.fee(info))}
          </Detail>
        )}
        {amountParts(info.payoutFreeze, places)?.whole !== '0' && (
          <Detail title={t('field.payoutFreeze')}>{shown(info.payoutFreeze)}</Detail>
        )}
      </DetailList>
    </aside>
  )
}
