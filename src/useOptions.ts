import { useSelector } from '@xstate/react'
import type { AppScope } from '#commands/appScope.ts'
import { useConsole } from './useConsole.tsx'

/** The option lists. The component renders again when they are loaded, which happens again for each language. */
export function useOptions(): Pick<AppScope, 'options'> {
  const { options, scope } = useConsole()
  useSelector(options, ({ context }) => context.options)
  return scope().app
}
