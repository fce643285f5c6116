import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { FormActions } from '../../../FormActions.tsx'
import { useT } from '../../../useConsole.tsx'
import card from '../card.module.css'
import type { Flow } from '../flow/flows.ts'
import type { MoneyKind } from '../flow/kinds.ts'
import { useFocusIfLost } from '../useFocusIfLost.ts'
import { BackButton } from './BackButton.tsx'
import { MovementSummary } from './MovementSummary.tsx'
import { RefusalAlert } from './RefusalAlert.tsx'

/** A summary to confirm. The initial focus is on the button that goes back. */
export function ReviewStep({ flow, kind }: { flow: Flow; kind: MoneyKind }) {
  const t = useT()
  const { values, formContext, refusal, isInDoubt } = useSelector(flow, ({ context }) => context)
  const cancel = useRef<HTMLButtonElement>(null)
  useFocusIfLost(cancel)
  return (
    <section className={card.card} aria-labelledby="money-review">
      <h2 id="money-review" className={card.heading}>
        {t('money.review.title')}
      </h2>
      {refusal !== null && <RefusalAlert refusal={refusal} fields={[]} />}
      <MovementSummary kind={kind} values={values} formContext={formContext!} isInDoubt={isInDoubt} />
      <FormActions
        label={t(kind.isOutgoing ? 'money.review.next' : kind.confirm)}
        onSubmit={() => flow.send({ type: 'review.confirm' })}
      >
        <BackButton ref={cancel} flow={flow} />
      </FormActions>
    </section>
  )
}
