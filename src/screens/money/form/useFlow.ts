import { useEffect, useState } from 'react'
import { useConsole } from '../../../useConsole.tsx'
import { type Flow, getFlow } from '../flow/flows.ts'
import type { MoneyKindName } from '../flow/kinds.ts'

/** The form of a kind, for as long as its screen stands. What it is filled in against is read anew when the screen comes. */
export function useFlow(name: MoneyKindName): Flow {
  const console = useConsole()
  const [flow] = useState(() => getFlow(console, name))
  useEffect(() => {
    const snapshot = flow.getSnapshot()
    if (snapshot.matches('editing')) flow.send({ type: 'form.refresh' })
    // He was sent to set the password that was missing, and comes back to look at it again.
    if (snapshot.context.refusal?.code === 'TXN_PWD_NOT_SET') flow.send({ type: 'review.back' })
  }, [flow])
  return flow
}
