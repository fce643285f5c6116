import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { AppScope } from '#commands/appScope.ts'
import type { OptionList } from '#contract/options.ts'
import { useConsole } from './useConsole.tsx'

/** The option lists. The component renders again when they are loaded, which happens again for each language. */
export function useOptions(): Pick<AppScope, 'options'> {
  const { options, scope } = useConsole()
  useSelector(options, ({ context }) => context.options)
  // They are loaded already unless that request failed.
  useEffect(() => options.send({ type: 'options.need' }), [options])
  return scope().app
}

/** The label of a member of an option list; the member itself while the list is not loaded, or has none. */
export function useOptionLabel(): (list: OptionList, member: string) => string {
  const { options } = useOptions()
  return (list, member) => options(list).find(({ key }) => key === member)?.value ?? member
}
