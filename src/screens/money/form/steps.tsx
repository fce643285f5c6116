import { useSelector } from '@xstate/react'
import { useId, useRef } from 'react'
import type { MessageKey } from '#locales/messages.ts'
import { FormActions } from '../../../FormActions.tsx'
import { FORM_EXIT } from '../../../forms/fieldBlur.ts'
import { handleSubmit } from '../../../forms/handleSubmit.ts'
import { TYPES_INTO_FIELD } from '../../../keyboard/focusContext.ts'
import { UnknownNotice } from '../../../submission/notices.tsx'
import { PendingStatus } from '../../../submission/PendingStatus.tsx'
import { useTransactionPassword } from '../../../submission/useTransactionPassword.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { useT } from '../../../useConsole.tsx'
import type { Flow } from '../flow/flows.ts'
import type { MoneyKind } from '../flow/kinds.ts'
import { Card, useFocusIfLost, WaitingStatus } from '../MoneyPage.tsx'
import frame from '../money.module.css'
import styles from './form.module.css'
import { MovementSummary } from './MovementSummary.tsx'
import { PasswordUnset, RefusalAlert } from './RefusalAlert.tsx'

interface StepProps {
  flow: Flow
  kind: MoneyKind
}

/**
 * A summary to confirm, with the transaction password where one is asked. The heading has the focus, so that a screen reader reads the
 * summary first. Text typed there goes into the password.
 */
export function ReviewStep({ flow, kind }: StepProps) {
  const t = useT()
  const { refusal, stored } = useSelector(flow, ({ context }) => context)
  const isAuthorizing = useSelector(flow, (snapshot) => snapshot.matches('authorizing'))
  const heading = useRef<HTMLHeadingElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const headingId = useId()
  const summaryId = useId()
  const asksSecret = kind.isOutgoing || isAuthorizing
  const isUnset = asksSecret && (refusal?.code === 'TXN_PWD_NOT_SET' || stored?.info.txnPwdSet === false)
  const password = useTransactionPassword({
    ref: field,
    label: t('money.secret'),
    refusal,
    autoFocus: isAuthorizing || refusal !== null,
    onPassword: (secret) => flow.send({ type: 'secret.submit', secret }),
  })
  useFocusIfLost(() => heading.current)
  const confirm = asksSecret ? password.submit : handleSubmit(() => flow.send({ type: 'review.confirm' }))
  return (
    <form className={frame.card} aria-labelledby={headingId} noValidate onSubmit={isUnset ? handleSubmit(() => {}) : confirm}>
      <h2
        ref={heading}
        id={headingId}
        className="title ringless"
        tabIndex={-1}
        aria-describedby={summaryId}
        {...(asksSecret && TYPES_INTO_FIELD)}
        onKeyDown={(event) => {
          if (event.key.length === 1 && !event.defaultPrevented) field.current?.focus()
        }}
      >
        {t(kind.review)}
      </h2>
      {refusal !== null && <RefusalAlert refusal={refusal} fields={[]} />}
      <MovementSummary id={summaryId} flow={flow} kind={kind} />
      {isUnset ? (
        <>
          <PasswordUnset ref={(link) => link?.focus()} />
          <div className={frame.actions}>
            <BackButton flow={flow} />
          </div>
        </>
      ) : (
        <>
          {asksSecret && <div className={styles.secret}>{password.field}</div>}
          <FormActions label={t(kind.confirm)}>
            <BackButton flow={flow} />
          </FormActions>
        </>
      )}
    </form>
  )
}

/** Goes back to editing; the form keeps its values. */
const BackButton = ({ flow }: { flow: Flow }) => {
  const t = useT()
  return (
    <Button {...FORM_EXIT} className={frame.cancel ?? ''} onClick={() => flow.send({ type: 'form.back' })}>
      {t('money.review.back')}
      <span aria-hidden="true">
        <Kbd keys="escape" />
      </span>
    </Button>
  )
}

/** The submission is in flight or waits for its retry. There are no controls. */
export function SendingStep({ flow, kind }: StepProps) {
  const t = useT()
  const { why, pause } = useSelector(flow, ({ context }) => context)
  const isWaiting = useSelector(flow, (snapshot) => snapshot.matches('waiting'))
  const status = useRef<HTMLParagraphElement>(null)
  useFocusIfLost(() => status.current)
  return (
    <Card title={t(kind.title)} aria-busy="true">
      <MovementSummary flow={flow} kind={kind} />
      <WaitingStatus ref={status} isBusy>
        {isWaiting ? <PendingStatus why={why} pause={pause} /> : t('money.sending')}
      </WaitingStatus>
    </Card>
  )
}

/** The outcome is unknown. Offers to look the movement up and to retry with the same number and idempotency key. */
export function UnknownStep({ flow, kind }: StepProps) {
  const t = useT()
  const { submission, refusal, isOnce } = useSelector(flow, ({ context }) => context)
  const canRetry = useSelector(flow, (snapshot) => snapshot.can({ type: 'outcome.retry' }))
  const state = useSelector(flow, ({ value }) => String(value))
  const stateText = STATE_TEXTS[state]
  return (
    <Card title={t('money.unknown.title')}>
      <UnknownNotice
        isChecking={state === 'checking'}
        isUnchecked={state === 'unchecked'}
        check={() => flow.send({ type: 'outcome.check' })}
        retry={canRetry ? () => flow.send({ type: 'outcome.retry' }) : undefined}
        risksTwice={!isOnce()}
        // Before a look-up, the refusal of the last retry, which does not settle the first attempt.
        status={stateText === undefined ? refusal?.message : t(stateText)}
        hasKey
        actions={
          state === 'absent' && (
            <Button variant="quiet" onClick={() => flow.send({ type: 'outcome.edit' })}>
              {t('money.unknown.edit')}
            </Button>
          )
        }
      >
        {t(kind.isOutgoing ? 'money.unknown.out' : 'money.unknown.in')}
      </UnknownNotice>
      <p className="breakable">{t('money.unknown.number', { number: submission?.number ?? '' })}</p>
      <MovementSummary flow={flow} kind={kind} />
    </Card>
  )
}

const STATE_TEXTS: Record<string, MessageKey> = {
  checking: 'money.unknown.checking',
  absent: 'money.unknown.absent',
}
