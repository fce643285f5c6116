import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { keysFor } from '#commands/keymap.ts'
import { FormActions } from '../../forms/FormActions.tsx'
import { useT } from '../../useConsole.tsx'
import card from './card.module.css'
import { Facts } from './Facts.tsx'
import type { Flow } from './flows.ts'
import type { MoneyKind } from './kinds.ts'
import { RefusalAlert } from './RefusalAlert.tsx'
import { useLanding } from './useLanding.ts'
import { WayBack } from './WayBack.tsx'

/** All of it once more before anything happens; the focus is on what undoes it. */
export function Review({ flow, kind }: { flow: Flow; kind: MoneyKind }) {
  const t = useT()
  const { values, ground, refusal, isInDoubt } = useSelector(flow, ({ context }) => context)
  const cancel = useRef<HTMLButtonElement>(null)
  useLanding(cancel)
  return (
    <section className={card.card} aria-labelledby="money-review">
      <h2 id="money-review" className={card.heading}>
        {t('money.review.title')}
      </h2>
      {refusal !== null && <RefusalAlert refusal={refusal} fields={[]} />}
      <Facts kind={kind} values={values} ground={ground!} isInDoubt={isInDoubt} />
      <FormActions
        label={t(kind.isOut ? 'money.review.next' : kind.confirm)}
        keys={keysFor('form.submit')[0]}
        onSubmit={() => flow.send({ type: 'review.confirm' })}
      >
        <WayBack ref={cancel} flow={flow} />
      </FormActions>
    </section>
  )
}
