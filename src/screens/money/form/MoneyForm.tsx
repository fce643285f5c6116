import { useSelector } from '@xstate/react'
import { type ComponentType, useEffect, useState } from 'react'
import { amountFormatter } from '../../../format/amount.ts'
import { parseUnits } from '../../../format/parseAmount.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useForm } from '../../../useForm.tsx'
import { type Flow, getFlow } from '../flow/flows.ts'
import type { MoneyKind, MoneyKindName } from '../flow/kinds.ts'
import { enteredAmount } from '../flow/rules.ts'
import { FormSkeleton } from '../MoneyPage.tsx'
import { EditStep } from './EditStep.tsx'
import type { FieldsProps } from './fields.tsx'
import styles from './form.module.css'
import { usePrefill } from './prefill.ts'
import { PasswordStep, ReviewStep, SendingStep, UnknownStep } from './steps.tsx'

interface MoneyFormProps {
  kind: MoneyKind
  Fields: ComponentType<FieldsProps>
  /** Called for a digit key while the form is edited. */
  choose?: (nth: number) => void
  /** Continues the open recharge when the gateway refuses because there is one. */
  onContinue?: () => void
}

/** A money form, at its current step. */
export function MoneyForm({ kind, Fields, choose, onContinue }: MoneyFormProps) {
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
          retryLabel={t('app.retry')}
        />
      )
    }
    if (formContext === null || receipt !== null || state.matches('preparing')) return <FormSkeleton />
    if (state.matches('editing'))
      return <EditStep flow={flow} kind={kind} Fields={Fields} onReview={review} onContinue={onContinue} />
    if (state.matches('reviewing')) return <ReviewStep flow={flow} kind={kind} />
    if (state.matches('authorizing')) return <PasswordStep flow={flow} kind={kind} />
    if (state.matches('submitting') || state.matches('waiting')) return <SendingStep flow={flow} kind={kind} />
    return <UnknownStep flow={flow} kind={kind} />
  }
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
