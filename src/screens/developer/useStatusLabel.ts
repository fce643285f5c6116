import { statusLabel } from '#commands/rows/kinds.ts'
import { useConsole } from '../../useConsole.tsx'

/** Returns the label of an order status. */
export function useStatusLabel(): (type: 'PAYIN' | 'PAYOUT', status: string) => string {
  const { scope } = useConsole()
  return (type, status) => statusLabel(type === 'PAYIN' ? 'payin' : 'payout', status, scope().app)
}
