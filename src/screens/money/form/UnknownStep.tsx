import { useSelector } from '@xstate/react'
import { CircleHelp } from 'lucide-react'
import { useRef } from 'react'
import type { MessageKey } from '#locales/messages.ts'
import { CommandKeys } from '../../../keyboard/CommandKeys.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useT } from '../../../useConsole.tsx'
import actions from '../actions.module.css'
import card from '../card.module.css'
import type { Flow } from '../flow/flows.ts'
import type { MoneyKind } from '../flow/kinds.ts'
import { useFocusIfLost } from '../useFocusIfLost.ts'
import { MovementSummary } from './MovementSummary.tsx'
import { refusalText } from './RefusalAlert.tsx'
import styles from './UnknownStep.module.css'

/** The outcome is unknown. Offers to look the movement up and to retry with the same number and idempotency key. */
export function UnknownStep({ flow, kind }: { flow: Flow; kind: MoneyKind }) {
  const t = useT()
  const { values, formContext, submission, refusal, isInDoubt } = useSelector(flow, ({ context }) => context)
  const state = useSelector(flow, ({ value }) => value)
  const check = useRef<HTMLButtonElement>(null)
  useFocusIfLost(check)
  const isChecking = state === 'checking'
  return (
    <section className={card.card} aria-labelledby="money-unknown">
      <div className={styles.unknown} role="alert">
        <CircleHelp size={20} strokeWidth={1.5} aria-hidden="true" />
        <div>
          <h2 id="money-unknown" className={card.heading}>
            {t('money.unknown.title')}
          </h2>
          <p>{t(kind.isOutgoing ? 'money.unknown.out' : 'money.unknown.in')}</p>
          <p className={styles.number}>{t('money.unknown.number', { number: submission?.number ?? '' })}</p>
        </div>
      </div>
      <MovementSummary kind={kind} values={values} formContext={formContext!} isInDoubt={isInDoubt} />
      <p className={styles.checkResult} role="status">
        {statusText()}
      </p>
      <div className={actions.actions}>
        <Button ref={check} variant="primary" aria-disabled={isChecking} onClick={() => flow.send({ type: 'outcome.check' })}>
          {t('money.unknown.check')}
          <span className={actions.onPrimary} aria-hidden="true">
            <CommandKeys of="form.check" />
          </span>
        </Button>
        <Button aria-disabled={isChecking} onClick={() => flow.send({ type: 'outcome.retry' })}>
          {t('money.unknown.retry')}
        </Button>
        {state === 'absent' && (
          <Button variant="quiet" onClick={() => flow.send({ type: 'outcome.edit' })}>
            {t('money.unknown.edit')}
          </Button>
        )}
      </div>
      <p className={card.note}>{t('money.unknown.same')}</p>
    </section>
  )

  /** The result of the last lookup; before one, the refusal of the last retry, which does not settle the first attempt. */
  function statusText(): string {
    const found = STATE_TEXTS[String(state)]
    if (found !== undefined) return t(found)
    return refusal === null ? '' : refusalText(refusal, t)
  }
}

const STATE_TEXTS: Record<string, MessageKey> = {
  checking: 'money.unknown.checking',
  absent: 'money.unknown.absent',
  unchecked: 'money.unknown.unchecked',
}
