import { useSelector } from '@xstate/react'
import { type Ref, useRef, useState } from 'react'
import type { MessageKey } from '#locales/messages.ts'
import { FormActions } from '../../../FormActions.tsx'
import { FORM_EXIT } from '../../../forms/fieldBlur.ts'
import { UnknownNotice } from '../../../submission/notices.tsx'
import { useTransactionPassword } from '../../../submission/useTransactionPassword.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useTick } from '../../../useTick.ts'
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

/** A summary to confirm. The initial focus is on the button that goes back. */
export function ReviewStep({ flow, kind }: StepProps) {
  const t = useT()
  const refusal = useSelector(flow, ({ context }) => context.refusal)
  const cancel = useRef<HTMLButtonElement>(null)
  useFocusIfLost(() => cancel.current)
  return (
    <Card title={t('money.review.title')}>
      {refusal !== null && <RefusalAlert refusal={refusal} fields={[]} />}
      <MovementSummary flow={flow} kind={kind} />
      <FormActions
        label={t(kind.isOutgoing ? 'money.review.next' : kind.confirm)}
        onSubmit={() => flow.send({ type: 'review.confirm' })}
      >
        <BackButton ref={cancel} flow={flow} />
      </FormActions>
    </Card>
  )
}

/** Goes back to editing; the form keeps its values. */
function BackButton({ flow, ref }: { flow: Flow; ref?: Ref<HTMLButtonElement> }) {
  const t = useT()
  return (
    <Button {...FORM_EXIT} ref={ref} className={frame.cancel ?? ''} onClick={() => flow.send({ type: 'form.back' })}>
      {t('money.review.back')}
      <span aria-hidden="true">
        <Kbd keys="escape" />
      </span>
    </Button>
  )
}

/** Asks for the transaction password, the last step before the submission. Plain Enter does not submit. */
export function PasswordStep({ flow, kind }: StepProps) {
  const t = useT()
  const refusal = useSelector(flow, ({ context }) => context.refusal)
  const field = useRef<HTMLInputElement>(null)
  const isUnset = refusal?.code === 'TXN_PWD_NOT_SET'
  const password = useTransactionPassword({
    ref: field,
    label: t('money.secret'),
    refusal,
    autoFocus: true,
    onPassword: (secret) => flow.send({ type: 'secret.submit', secret }),
  })
  return (
    <form
      className={frame.card}
      data-secret=""
      aria-labelledby="money-secret"
      noValidate
      onSubmit={password.submit}
      onKeyDown={(event) => {
        // Plain Enter must not move money; `form.submit` has its own key.
        if (event.key === 'Enter' && event.target === field.current) event.preventDefault()
      }}
    >
      <h2 id="money-secret" className="title">
        {t(kind.title)}
      </h2>
      <MovementSummary flow={flow} kind={kind} />
      {isUnset ? (
        <>
          <PasswordUnset ref={(link) => link?.focus()} />
          <div className={frame.actions}>
            <BackButton flow={flow} />
          </div>
        </>
      ) : (
        <>
          {password.notice}
          <div className={styles.secret}>{password.field}</div>
          <FormActions label={t(kind.confirm)}>
            <BackButton flow={flow} />
          </FormActions>
        </>
      )}
    </form>
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
        {isWaiting ? (
          <Pause text={why === 'running' ? 'money.waiting.running' : 'money.waiting.busy'} ms={pause} />
        ) : (
          t('money.sending')
        )}
      </WaitingStatus>
    </Card>
  )
}

type PauseText = 'money.waiting.running' | 'money.waiting.busy'

/** The time until the retry: shown second by second, announced to screen readers once. */
function Pause({ text, ms }: { text: PauseText; ms: number }) {
  const t = useT()
  const { clock } = useConsole()
  const [until] = useState(() => clock.now() + ms)
  const left = Math.max(until - useTick(clock.now, 1_000), 0)
  return (
    <>
      <span className="sr-only">{t(text, { n: Math.ceil(ms / 1_000) })}</span>
      <span aria-hidden="true">{t(text, { n: Math.max(Math.ceil(left / 1_000), 1) })}</span>
    </>
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
      <p className="verbatim">{t('money.unknown.number', { number: submission?.number ?? '' })}</p>
      <MovementSummary flow={flow} kind={kind} />
    </Card>
  )
}

const STATE_TEXTS: Record<string, MessageKey> = {
  checking: 'money.unknown.checking',
  absent: 'money.unknown.absent',
}
