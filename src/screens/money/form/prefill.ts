import { useEffect } from 'react'
import { PREFILL_FIELDS } from '#commands/money/prefill.ts'
import { routes } from '#commands/navigation/routes.ts'
import { formatAddress, parseAddress, useAddress } from '../../../state/location.ts'
import { useConsole } from '../../../useConsole.tsx'
import type { Flow } from '../flow/flows.ts'
import type { MoneyKind } from '../flow/kinds.ts'

/** The prefill parameters that this form accepts: name in the address -> field. */
const prefillFields = ({ fields }: MoneyKind): [name: string, field: string][] =>
  Object.entries(PREFILL_FIELDS).filter(([, field]) => fields.includes(field))

/** Whether an address has no other parameters than prefills of this form. */
export const isPrefill = (kind: MoneyKind, query: URLSearchParams): boolean => {
  const names = prefillFields(kind).map(([name]) => name)
  return [...query.keys()].every((name) => names.includes(name))
}

/**
 * Fills in the values that the address carries, once, while the form is editable, and removes them from the address. Their
 * faults are shown at once, since the user has not typed them.
 */
export function usePrefill(flow: Flow, kind: MoneyKind, isOpen: boolean): void {
  const { location } = useConsole()
  const address = useAddress(location)
  useEffect(() => {
    const { path, query } = parseAddress(address)
    // The flow may have left editing since the render. The address then keeps its values.
    if (!isOpen || !flow.getSnapshot().matches('editing') || path !== routes[kind.place].path) return
    const found = prefillFields(kind).filter(([name]) => query.has(name))
    if (found.length === 0) return
    const typed = found.map(([name, field]) => [field, (query.get(name) ?? '').trim()] as const)
    flow.send({ type: 'form.change', values: Object.fromEntries(typed) })
    for (const [name, text] of typed) if (text !== '') flow.send({ type: 'field.leave', name })
    for (const name of Object.keys(PREFILL_FIELDS)) query.delete(name)
    location.go(formatAddress(path, query), { replace: true })
  }, [address, flow, isOpen, kind, location])
}
