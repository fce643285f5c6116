import { useSelector } from '@xstate/react'
import type { AppScope } from '#commands/appScope.ts'
import { useConsole } from './useConsole.tsx'

/** The option lists; draws again when they come, which they do in every language anew. */
export function useOptions(): Pick<AppScope, 'options'> {
  const { options, scope } = useConsole()
  useSelector(options, ({ context }) => context.options)
  return scope().app
}
