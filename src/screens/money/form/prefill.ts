import { useEffect, useState } from 'react'
import { PREFILL_FIELDS } from '#commands/money/prefill.ts'
import { routes } from '#commands/navigation/routes.ts'
import { addressOf, targetOf, useAddress } from '../../../state/location.ts'
import { useConsole } from '../../../useConsole.tsx'
import type { Flow } from '../flow/flows.ts'
import type { MoneyKind } from '../flow/kinds.ts'

/** Name in the address -> the field of this form that it fills in. */
const prefillFields = ({ fields }: MoneyKind): [name: string, field: string][] =>
  Object.entries(PREFILL_FIELDS).filter(([, field]) => fields.includes(field))

/** Whether an address brings nothing but what this form takes. */
export const isPrefill = (kind: MoneyKind, query: URLSearchParams): boolean => {
  const names = prefillFields(kind).map(([name]) => name)
  return [...query.keys()].every((name) => names.includes(name))
}

const NONE: ReadonlySet<string> = new Set()

/**
 * What the address brings is typed in, once, while the form can be filled in. Gives back which fields: whoever did not type
 * them has to be told at once what is wrong with them.
 */
export function usePrefill(flow: Flow, kind: MoneyKind, isOpen: boolean): ReadonlySet<string> {
  const { location } = useConsole()
  const address = useAddress(location)
  const [prefilled, setPrefilled] = useState(NONE)
  useEffect(() => {
    const { path, query } = addressOf(address)
    // It may have gone on since this was drawn: then it takes nothing, and the address keeps what it brings.
    if (!isOpen || !flow.getSnapshot().matches('editing') || path !== routes[kind.place].path) return
    const found = prefillFields(kind).filter(([name]) => query.has(name))
    if (found.length === 0) return
    const typed = found.map(([name, field]) => [field, (query.get(name) ?? '').trim()] as const)
    flow.send({ type: 'form.change', values: Object.fromEntries(typed) })
    setPrefilled(new Set(typed.map(([field]) => field)))
    for (const name of Object.keys(PREFILL_FIELDS)) query.delete(name)
    location.go(targetOf(path, query), { replace: true })
  }, [address, flow, isOpen, kind, location])
  return prefilled
}
