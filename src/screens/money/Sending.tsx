import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { useT } from '../../useConsole.tsx'
import card from './card.module.css'
import { Facts } from './Facts.tsx'
import type { Flow } from './flows.ts'
import type { MoneyKind } from './kinds.ts'
import { useLanding } from './useLanding.ts'
import { Waiting } from './Waiting.tsx'

/** It is on its way. There is nothing to press. */
export function Sending({ flow, kind }: { flow: Flow; kind: MoneyKind }) {
  const t = useT()
  const { values, ground, why, pause } = useSelector(flow, ({ context }) => context)
  const isWaiting = useSelector(flow, (snapshot) => snapshot.matches('waiting'))
  const status = useRef<HTMLParagraphElement>(null)
  useLanding(status)
  return (
    <section className={card.card} aria-busy="true" aria-labelledby="money-sending">
      <h2 id="money-sending" className={card.heading}>
        {t(kind.title)}
      </h2>
      <Facts kind={kind} values={values} ground={ground!} />
      <Waiting ref={status} isBusy>
        {isWaiting
          ? t(why === 'running' ? 'money.waiting.running' : 'money.waiting.busy', { n: Math.ceil(pause / 1000) })
          : t('money.sending')}
      </Waiting>
    </section>
  )
}
