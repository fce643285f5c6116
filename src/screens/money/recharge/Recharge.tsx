import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { canUse } from '#contract/authority.ts'
import type { RechargeMode } from '#machines/money/rechargeMachine.ts'
import { formatAddress, parseAddress, useAddress } from '../../../state/location.ts'
import { useConsole, useT } from '../../../useConsole.tsx'
import { getRechargeFlow, RECHARGE_KINDS, type RechargeFlow } from '../flow/flows.ts'
import { moneyKinds } from '../flow/kinds.ts'
import { MoneyForm } from '../form/MoneyForm.tsx'
import { FormSkeleton, ModeTabs, MoneyPage, PermissionGate } from '../MoneyPage.tsx'
import { OfflineInstruction, OnlineInstruction } from './instructions.tsx'
import { UnfinishedRecharge } from './UnfinishedRecharge.tsx'

const MODES: readonly RechargeMode[] = ['online', 'offline']

/** The recharge screen, online (by a payment channel) or offline (by bank transfer). */
export function Recharge() {
  const t = useT()
  const console = useConsole()
  const { location, permissions } = console
  const offered = MODES.filter((mode) => canUse(permissions, moneyKinds[RECHARGE_KINDS[mode]].permission))
  const { path, query } = parseAddress(useAddress(location))
  const requestedMode = offered.find((mode) => mode === query.get('mode')) ?? offered[0] ?? 'online'
  const [flow] = useState(() => getRechargeFlow(console, requestedMode))
  const mode = useSelector(flow, ({ context }) => context.mode)
  // The flow outlives its screen, and the recharge may have been cancelled in its list meanwhile.
  useEffect(() => flow.send({ type: 'recharge.refresh' }), [flow])
  useEffect(() => flow.send({ type: 'mode.choose', mode: requestedMode }), [flow, requestedMode])
  const id = query.get('record')
  useEffect(() => {
    if (id === null) return
    const { path, query } = parseAddress(location.current())
    query.delete('record')
    location.go(formatAddress(path, query), { replace: true })
    flow.send({ type: 'recharge.continue', mode: requestedMode, id })
  }, [flow, requestedMode, id, location])

  function choose(chosen: RechargeMode | undefined) {
    if (chosen === undefined) return
    const next = new URLSearchParams(query)
    next.set('mode', chosen)
    location.go(formatAddress(path, next), { replace: true })
  }

  return (
    <MoneyPage>
      {offered.length > 1 && (
        <ModeTabs
          label={t('money.mode')}
          modes={offered.map((one) => ({ value: one, title: t(one === 'online' ? 'money.online' : 'money.offline') }))}
          value={requestedMode}
          onChoose={(chosen) => choose(chosen as RechargeMode)}
        />
      )}
      <PermissionGate kind={moneyKinds[RECHARGE_KINDS[requestedMode]]}>
        {mode === requestedMode && <Step key={mode} flow={flow} mode={mode} choose={(nth) => choose(offered[nth])} />}
      </PermissionGate>
    </MoneyPage>
  )
}

interface StepProps {
  flow: RechargeFlow
  mode: RechargeMode
  choose(nth: number): void
}

function Step({ flow, mode, choose }: StepProps) {
  const isInstructed = useSelector(flow, (snapshot) => snapshot.matches('instructed'))
  const isFilling = useSelector(flow, (snapshot) => snapshot.matches('filling'))
  const isAnnounced = useSelector(flow, (snapshot) => snapshot.matches('announced') || snapshot.matches('cancelling'))
  const Instruction = mode === 'online' ? OnlineInstruction : OfflineInstruction
  if (isInstructed) return <Instruction flow={flow} choose={choose} />
  if (isAnnounced) return <UnfinishedRecharge flow={flow} choose={choose} />
  if (!isFilling) return <FormSkeleton />
  return (
    <MoneyForm
      kind={moneyKinds[RECHARGE_KINDS[mode]]}
      choose={choose}
      onContinue={() => flow.send({ type: 'recharge.reopen' })}
    />
  )
}
