import { useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { FRACTION_DIGITS } from '#contract/money.ts'
import type { MessageKey } from '#locales/messages.ts'
import { FormActions } from '../../../FormActions.tsx'
import { amountFormatter, amountParts } from '../../../format/amount.ts'
import { parseUnits } from '../../../format/parseAmount.ts'
import { shouldValidateOnBlur } from '../../../forms/fieldBlur.ts'
import { useFocusFirstError } from '../../../forms/useFocusFirstError.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useForm } from '../../../useForm.tsx'
import { type Flow, getFlow } from '../flow/flows.ts'
import type { FormContext, MoneyKind, MoneyKindName, Values } from '../flow/kinds.ts'
import { enteredAmount, limitsOf } from '../flow/rules.ts'
import { Detail, DetailList, FormSkeleton, MoneyAmount, useFocusIfLost } from '../MoneyPage.tsx'
import { FIELDS } from './fields.tsx'
import styles from './form.module.css'
import { usePrefill } from './prefill.ts'
import { fieldRefusal, PasswordUnset, RefusalAlert } from './RefusalAlert.tsx'
import { PasswordStep, ReviewStep, SendingStep, UnknownStep } from './steps.tsx'

interface MoneyFormProps {
  kind: MoneyKind
  /** Called for a digit key while the form is edited. */
  choose?: (nth: number) => void
  /** Continues the open recharge when the gateway refuses because there is one. */
  onContinue?: () => void
}

export function MoneyForm({ kind, choose, onContinue }: MoneyFormProps) {
  const t = useT()
  const { i18n } = useConsole()
  const flow = useFlow(kind.name)
  const state = useSelector(flow, (snapshot) => snapshot)
  const { stored: formContext, values, receipt } = state.context
  const isTyped =
    formContext !== null && kind.fields.some((name) => (values[name] ?? '') !== (kind.initialValues(formContext)[name] ?? ''))
  const isOpen = state.matches('editing') || state.matches('reviewing') || state.matches('authorizing')
  const isAsked = state.matches('unknown') || state.matches('absent') || state.matches('unchecked')
  usePrefill(flow, kind, state.matches('editing'))

  function submit() {
    if (state.matches('editing')) review()
    if (state.matches('reviewing')) flow.send({ type: 'review.confirm' })
    if (state.matches('authorizing')) document.querySelector<HTMLFormElement>('form[data-secret]')?.requestSubmit()
  }

  /** Normalizes the amount to digits, so that its meaning no longer depends on the language, and requests the review. */
  function review() {
    if (formContext === null) return
    const amount = enteredAmount(values, formContext, parseUnits(i18n.t('query.units')))
    if (amount !== null)
      flow.send({ type: 'form.change', values: { payAmount: amountFormatter(formContext.info.currency)(amount) } })
    flow.send({ type: 'form.submit' })
  }

  const dialog = useForm({
    isDirty: isTyped && isOpen && !state.context.isInDoubt,
    isKept: true,
    submit,
    choose: state.matches('editing') ? choose : undefined,
    check: isAsked ? () => flow.send({ type: 'outcome.check' }) : undefined,
    discard() {
      flow.send({ type: 'form.back' })
      flow.send({ type: 'form.back' })
      flow.send({ type: 'form.clear' })
    },
    back: state.matches('reviewing') || state.matches('authorizing') ? () => flow.send({ type: 'form.back' }) : undefined,
  })

  return (
    <div className={styles.step} data-layer="form">
      {step()}
      {dialog}
    </div>
  )

  function step() {
    if (state.matches('unprepared')) {
      return (
        <Failure
          title={t('money.unprepared')}
          text={t('money.unprepared.text')}
          retry={() => flow.send({ type: 'form.refresh' })}
        />
      )
    }
    if (formContext === null || receipt !== null || state.matches('preparing')) return <FormSkeleton />
    if (state.matches('editing')) return <EditStep flow={flow} kind={kind} onReview={review} onContinue={onContinue} />
    if (state.matches('reviewing')) return <ReviewStep flow={flow} kind={kind} />
    if (state.matches('authorizing')) return <PasswordStep flow={flow} kind={kind} />
    if (state.matches('submitting') || state.matches('waiting')) return <SendingStep flow={flow} kind={kind} />
    return <UnknownStep flow={flow} kind={kind} />
  }
}

interface EditStepProps {
  flow: Flow
  kind: MoneyKind
  onReview(): void
  onContinue?: (() => void) | undefined
}

/** The editable form. A fault is shown when its field loses the focus, and all faults when a review is requested. */
function EditStep({ flow, kind, onReview, onContinue }: EditStepProps) {
  const t = useT()
  const { values, stored, faults, refusal, objections } = useSelector(flow, ({ context }) => context)
  const formContext = stored!
  const Fields = FIELDS[kind.name]
  const form = useRef<HTMLFormElement>(null)
  useFocusIfLost(
    () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form.current?.querySelector('input') ?? null,
  )
  useFocusFirstError(form, objections)

  function fault(name: string): string | null {
    const refused = refusal === null ? null : fieldRefusal(refusal, name, t)
    const [key, params] = [faults[name] ?? []].flat() as [MessageKey?, Record<string, string | number>?]
    return refused ?? (key === undefined ? null : t(key, params))
  }

  const validate = (name: string) => flow.send({ type: 'field.leave', name })

  return (
    <div className={styles.columns}>
      <form ref={form} className="fields" aria-label={t(kind.title)} noValidate onSubmit={(event) => event.preventDefault()}>
        {kind.isOutgoing && formContext.info.txnPwdSet === false && <PasswordUnset />}
        {refusal !== null && <RefusalAlert refusal={refusal} fields={kind.fields} onContinue={onContinue} />}
        <Fields
          values={values}
          formContext={formContext}
          field={(name) => ({
            name,
            value: values[name] ?? '',
            onValue: (text) => flow.send({ type: 'form.change', values: { [name]: text } }),
            onBlur: (event) => shouldValidateOnBlur(event) && validate(name),
            error: fault(name),
          })}
          onLeave={validate}
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
      <p className="label">{t('field.available')}</p>
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

/** The flow of a form while its screen is mounted. Balance, limits and choices are read again on mount. */
function useFlow(name: MoneyKindName): Flow {
  const console = useConsole()
  const [flow] = useState(() => getFlow(console, name))
  useEffect(() => {
    const snapshot = flow.getSnapshot()
    if (snapshot.matches('editing')) flow.send({ type: 'form.refresh' })
    // The user was sent to set the missing transaction password and has come back.
    if (snapshot.context.refusal?.code === 'TXN_PWD_NOT_SET') flow.send({ type: 'form.back' })
  }, [flow])
  return flow
}
