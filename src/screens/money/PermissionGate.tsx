import type { ReactNode } from 'react'
import { hasPermission } from '#contract/authority.ts'
import { Failure } from '../../ui/Failure.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import type { MoneyKind } from './flow/kinds.ts'

/** A form is for who may send it; who may come to its page and no further is told so before he has typed anything. */
export function PermissionGate({ kind, children }: { kind: MoneyKind; children: ReactNode }) {
  const t = useT()
  const { permissions } = useConsole()
  if (hasPermission(permissions, kind.permission)) return children
  return <Failure title={t(kind.title)} text={t('exception.403.desc')} retryWord={t('app.retry')} />
}
