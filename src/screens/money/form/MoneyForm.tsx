import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { optionLabel } from '#commands/optionLabel.ts'
import type { MessageKey } from '#locales/messages.ts'
import { FormActions } from '../../../FormActions.tsx'
import { amountFormatter } from '../../../format/amount.ts'
import { parseUnits } from '../../../format/parseAmount.ts'
import { shouldValidateOnBlur } from '../../../forms/fieldBlur.ts'
import { handleSubmit } from '../../../forms/handleSubmit.ts'
import { useFocusFirstError } from '../../../forms/useFocusFirstError.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useForm } from '../../../useForm.tsx'
import { useOptions } from '../../../useOptions.ts'
import { type Flow, getFlow } from '../flow/flows.ts'
import type { MoneyKind, MoneyKindName } from '../flow/kinds.ts'
import { enteredAmount, mayPay } from '../flow/rules.ts'
import { FormSkeleton, useFocusIfLost } from '../MoneyPage.tsx'
import { FIELDS } from './fields.tsx'
import styles from './form.module.css'
import { MoneyPanel } from './MoneyPanel.tsx'
import { usePrefill } from './prefill.ts'
import { fieldRefusal, PasswordUnset, RefusalAlert } from './RefusalAlert.tsx'
import { type Refill, useRefill } from './refill.ts'
import { ReviewStep, SendingStep, UnknownStep } from './steps.tsx'

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
  const options = useOptions()
  const flow = useFlow(kind.name)
  const step = useRef<HTMLDivElement>(null)
  const state = useSelector(flow, (snapshot) => snapshot)
  const { stored: formContext, values, receipt } = state.context
  const isTyped =
    formContext !== null && kind.fields.some((name) => (values[name] ?? '') !== (kind.initialValues(formContext)[name] ?? ''))
  const isOpen = state.matches('editing') || state.matches('reviewing') || state.matches('authorizing')
  const isAsked = state.matches('unknown') || state.matches('absent') || state.matches('unchecked')
  usePrefill(flow, kind, state.matches('editing'))

  function submit() {
    if (isOpen) step.current?.querySelector('form')?.requestSubmit()
  }

  /** Normalizes the amount to digits, so that its meaning no longer depends on the language, and requests the review. */
  function review() {
    if (formContext === null) return
    const amount = enteredAmount(values, formContext, parseUnits(i18n.t('query.units')))
    if (amount !== null)
      flow.send({ type: 'form.change', values: { payAmount: amountFormatter(formContext.info.currency)(amount) } })
    flow.send({ type: 'form.submit' })
  }

  const refill = useRefill(flow, kind)
  const dialog = useForm({
    isDirty: isTyped && isOpen && !state.context.isInDoubt,
    isKept: true,
    submit,
    choose: state.matches('editing') ? choose : undefined,
    refill: state.matches('editing') && refill.earlier.recent.length > 0 ? refill.next : undefined,
    check: isAsked ? () => flow.send({ type: 'outcome.check' }) : undefined,
    discard() {
      flow.send({ type: 'form.back' })
      flow.send({ type: 'form.back' })
      flow.send({ type: 'form.clear' })
    },
    back: state.matches('reviewing') || state.matches('authorizing') ? () => flow.send({ type: 'form.back' }) : undefined,
  })

  return (
    <div ref={step} className={styles.step} data-layer="form" onKeyDownCapture={ignoreHeldEnter}>
      {content()}
      {dialog}
    </div>
  )

  function content() {
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
    if (state.matches('editing')) {
      if (mayPay(kind, formContext))
        return <EditStep flow={flow} kind={kind} refill={refill} onReview={review} onContinue={onContinue} />
      return (
        <Failure
          title={t('money.closed', { status: optionLabel('MerchantStatus', formContext.status ?? '', options) })}
          text={t(kind.isOutgoing ? 'money.closed.outgoing' : 'money.closed.recharge')}
          retry={() => flow.send({ type: 'form.refresh' })}
        />
      )
    }
    if (isOpen) return <ReviewStep flow={flow} kind={kind} />
    if (state.matches('submitting') || state.matches('waiting')) return <SendingStep flow={flow} kind={kind} />
    return <UnknownStep flow={flow} kind={kind} />
  }
}

/** A held Enter repeats: on the next step it would confirm what was never read. */
function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

interface EditStepProps {
  flow: Flow
  kind: MoneyKind
  refill: Refill
  onReview(): void
  onContinue?: (() => void) | undefined
}

/** The editable form. A fault is shown when its field loses the focus, and all faults when a review is requested. */
function EditStep({ flow, kind, refill, onReview, onContinue }: EditStepProps) {
  const t = useT()
  const { values, stored, faults, refusal, objections } = useSelector(flow, ({ context }) => context)
  const formContext = stored!
  const Fields = FIELDS[kind.name]
  const form = useRef<HTMLFormElement>(null)
  useFocusIfLost(
    () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form.current?.querySelector('input') ?? null,
  )
  useFocusFirstError(form, objections)
  const isPasswordUnset = refusal?.code === 'TXN_PWD_NOT_SET' || (kind.isOutgoing && formContext.info.txnPwdSet === false)

  function fault(name: string): string | null {
    const refused = refusal === null ? null : fieldRefusal(refusal, name, t)
    const [key, params] = [faults[name] ?? []].flat() as [MessageKey?, Record<string, string | number>?]
    return refused ?? (key === undefined ? null : t(key, params))
  }

  const validate = (name: string) => flow.send({ type: 'field.leave', name })

  // The amount is what is changed most after filling in.
  function thenFocusAmount(fill: () => void) {
    fill()
    const amount = form.current?.querySelector<HTMLInputElement>('input[name="payAmount"]')
    amount?.focus()
    amount?.select()
  }

  return (
    <div className={styles.columns}>
      <form ref={form} className="fields" aria-label={t(kind.title)} noValidate onSubmit={handleSubmit(onReview)}>
        {isPasswordUnset && <PasswordUnset />}
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
        <FormActions label={t(kind.next)} />
      </form>
      <MoneyPanel
        kind={kind}
        formContext={formContext}
        values={values}
        earlier={refill.earlier}
        filledFrom={refill.filledFrom}
        onRecent={(movement) => thenFocusAmount(() => refill.onRecent(movement))}
        onAccount={(account) => thenFocusAmount(() => refill.onAccount(account))}
      />
    </div>
  )
}

/** The flow of a form while its screen is mounted. Balance, limits and choices are read again on mount. */
function useFlow(name: MoneyKindName): Flow {
  const console = useConsole()
  const [flow] = useState(() => getFlow(console, name))
  useEffect(() => {
    const { refusal, stored } = flow.getSnapshot().context
    // The user was sent to set the missing transaction password and has come back.
    if (refusal?.code === 'TXN_PWD_NOT_SET' || stored?.info.txnPwdSet === false) flow.send({ type: 'form.back' })
    if (flow.getSnapshot().matches('editing')) flow.send({ type: 'form.refresh' })
  }, [flow])
  return flow
}
