import { useEffect, useState } from 'react'
import { useConsole } from '../../useConsole.tsx'
import { type Flow, flowOf } from './flows.ts'
import type { MoneyKindName } from './kinds.ts'

/** The form of a kind, for as long as its screen stands. What it is filled in against is read anew when the screen comes. */
export function useFlow(name: MoneyKindName): Flow {
  const console = useConsole()
  const [flow] = useState(() => flowOf(console, name))
  useEffect(() => {
    if (flow.getSnapshot().matches('editing')) flow.send({ type: 'form.refresh' })
  }, [flow])
  return flow
}
