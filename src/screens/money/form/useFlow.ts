import { useEffect, useState } from 'react'
import { useConsole } from '../../../useConsole.tsx'
import { type Flow, getFlow } from '../flow/flows.ts'
import type { MoneyKindName } from '../flow/kinds.ts'

/** The flow of a form while its screen is mounted. Balance, limits and choices are read again on mount. */
export function useFlow(name: MoneyKindName): Flow {
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
