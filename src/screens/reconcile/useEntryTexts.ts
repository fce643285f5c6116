import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { rowKinds, statusLabel } from '#commands/rows/kinds.ts'
import { labelWidth } from '../../table/columns.ts'
import { useConsole, useLocale, useT } from '../../useConsole.tsx'
import type { EntryTexts } from './entryTexts.ts'
import type { ReconcileSession } from './reconcileSession.ts'

/** The texts of entries in the language of the console. */
export function useEntryTexts({ actor }: ReconcileSession): EntryTexts {
  const t = useT()
  const locale = useLocale()
  const { options, scope } = useConsole()
  const list = useSelector(actor, ({ context }) => context.settings.list)
  const loaded = useSelector(options, ({ context }) => context.options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels of statuses change with the loaded options
  return useMemo(() => {
    const { fractionDigits, statuses } = rowKinds[list]
    const { app } = scope()
    const statusLabels = statuses === null ? [] : app.options(statuses).map(({ value }) => value)
    return {
      t,
      fractionDigits,
      status: (status: string | null) => statusLabel(list, status, app) ?? '',
      statusWidth: labelWidth(statusLabels, locale === 'zh'),
    }
  }, [t, list, loaded, scope, locale])
}
