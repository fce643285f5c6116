import { useSelector } from '@xstate/react'
import type { ComponentType, FocusEvent } from 'react'
import type { FormContext, Values } from '#machines/money/submission.ts'
import { amountOf } from '../../../format/amount.ts'
import { unitsIn } from '../../../format/writtenAmount.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useForm } from '../../../useForm.tsx'
import { FormSkeleton } from '../FormSkeleton.tsx'
import { enteredAmount } from '../flow/figures.ts'
import type { Flow } from '../flow/flows.ts'
import type { MoneyKind } from '../flow/kinds.ts'
import { EditStep } from './EditStep.tsx'
import styles from './MoneyForm.module.css'
import { PasswordStep } from './PasswordStep.tsx'
import { usePrefill } from './prefill.ts'
import { ReviewStep } from './ReviewStep.tsx'
import { SendingStep } from './SendingStep.tsx'
import { UnknownStep } from './UnknownStep.tsx'

/** What a kind of form draws between its title and its button. */
export interface FieldsProps {
  values: Values
  formContext: FormContext
  onChange(values: Values): void
  /** What is wrong with a field, where it is to be said by now. */
  fault(name: string): string | null
  /** Where it was left by the focus, it may be on the way out. */
  onLeave(name: string, event?: FocusEvent): void
}

interface MoneyFormProps {
  flow: Flow
  kind: MoneyKind
  Fields: ComponentType<FieldsProps>
  /** What the digits do while it is filled in. */
  choose?: (nth: number) => void
  /** Goes on with what is open already, where the gateway says that something is. */
  onContinue?: () => void
}

/** A form that moves money, whichever step it is at. */
export function MoneyForm({ flow, kind, Fields, choose, onContinue }: MoneyFormProps) {
  const t = useT()
  const { i18n } = useConsole()
  const state = useSelector(flow, (snapshot) => snapshot)
  const { formContext, values, receipt } = state.context
  const isTyped =
    formContext !== null && kind.fields.some((name) => (values[name] ?? '') !== (kind.initialValues(formContext)[name] ?? ''))
  const isOpen = state.matches('editing') || state.matches('reviewing') || state.matches('authorizing')
  const isAsked = state.matches('unknown') || state.matches('absent') || state.matches('unchecked')
  const prefilled = usePrefill(flow, kind, state.matches('editing'))

  function submit() {
    if (state.matches('editing')) review()
    if (state.matches('reviewing')) flow.send({ type: 'review.confirm' })
    if (state.matches('authorizing')) document.querySelector<HTMLFormElement>('form[data-secret]')?.requestSubmit()
  }

  /** From here on the amount is digits alone: what it was read as does not depend on a language any more. */
  function review() {
    if (formContext === null) return
    const amount = enteredAmount(values, formContext, unitsIn(i18n.t('query.units')))
    if (amount !== null) flow.send({ type: 'form.change', values: { payAmount: amountOf(formContext.info.currency)(amount) } })
    flow.send({ type: 'form.review' })
  }

  const dialog = useForm({
    isDirty: isTyped && isOpen && !state.context.isInDoubt,
    isKept: true,
    submit,
    choose: state.matches('editing') ? choose : undefined,
    check: isAsked ? () => flow.send({ type: 'outcome.check' }) : undefined,
    discard() {
      flow.send({ type: 'review.back' })
      flow.send({ type: 'review.back' })
      flow.send({ type: 'form.clear' })
    },
    back: state.matches('reviewing') || state.matches('authorizing') ? () => flow.send({ type: 'review.back' }) : undefined,
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
          retryWord={t('app.retry')}
        />
      )
    }
    if (formContext === null || receipt !== null || state.matches('preparing')) return <FormSkeleton />
    if (state.matches('editing'))
      return (
        <EditStep flow={flow} kind={kind} Fields={Fields} prefilled={prefilled} onReview={review} onContinue={onContinue} />
      )
    if (state.matches('reviewing')) return <ReviewStep flow={flow} kind={kind} />
    if (state.matches('authorizing')) return <PasswordStep flow={flow} kind={kind} />
    if (state.matches('submitting') || state.matches('waiting')) return <SendingStep flow={flow} kind={kind} />
    return <UnknownStep flow={flow} kind={kind} />
  }
}
