import type { ReactNode } from 'react'
import { hasPermission } from '#contract/authority.ts'
import { Failure } from '../../ui/Failure.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import type { MoneyKind } from './flow/kinds.ts'

/** Shows a form only with the permission to submit it, so that its absence is clear before anything is typed. */
export function PermissionGate({ kind, children }: { kind: MoneyKind; children: ReactNode }) {
  const t = useT()
  const { permissions } = useConsole()
  if (hasPermission(permissions, kind.permission)) return children
  return <Failure title={t(kind.title)} text={t('exception.403.desc')} retryLabel={t('app.retry')} />
}
