import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { rowKinds, statusLabel } from '#commands/rows/kinds.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import { useOptions } from '../../useOptions.ts'
import type { EntryTexts } from './entryTexts.ts'
import type { ReconcileSession } from './reconcileSession.ts'

/** The texts of entries in the language of the console. */
export function useEntryTexts({ actor }: ReconcileSession): EntryTexts {
  const t = useT()
  const options = useOptions()
  const { scope } = useConsole()
  const list = useSelector(actor, ({ context }) => context.settings.list)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels of statuses change with the options
  return useMemo(
    () => ({
      t,
      fractionDigits: rowKinds[list].fractionDigits,
      status: (status: string | null) => statusLabel(list, status, scope().app) ?? '',
    }),
    [t, list, options, scope],
  )
}
