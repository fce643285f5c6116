import { useSelector } from '@xstate/react'
import { useRef, useState } from 'react'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useTick } from '../../../useTick.ts'
import card from '../card.module.css'
import type { Flow } from '../flow/flows.ts'
import type { MoneyKind } from '../flow/kinds.ts'
import { useFocusIfLost } from '../useFocusIfLost.ts'
import { WaitingStatus } from '../WaitingStatus.tsx'
import { MovementSummary } from './MovementSummary.tsx'

/** The submission is in flight or waits for its retry. There are no controls. */
export function SendingStep({ flow, kind }: { flow: Flow; kind: MoneyKind }) {
  const t = useT()
  const { values, formContext, why, pause, isInDoubt } = useSelector(flow, ({ context }) => context)
  const isWaiting = useSelector(flow, (snapshot) => snapshot.matches('waiting'))
  const status = useRef<HTMLParagraphElement>(null)
  useFocusIfLost(status)
  return (
    <section className={card.card} aria-busy="true" aria-labelledby="money-sending">
      <h2 id="money-sending" className={card.heading}>
        {t(kind.title)}
      </h2>
      <MovementSummary kind={kind} values={values} formContext={formContext!} isInDoubt={isInDoubt} />
      <WaitingStatus ref={status} isBusy>
        {isWaiting ? (
          <Pause text={why === 'running' ? 'money.waiting.running' : 'money.waiting.busy'} ms={pause} />
        ) : (
          t('money.sending')
        )}
      </WaitingStatus>
    </section>
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
