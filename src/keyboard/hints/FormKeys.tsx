import { useMemo } from 'react'
import { formCommands } from '#commands/actions.ts'
import type { CommandId } from '#commands/index.ts'
import type { RouteId } from '#commands/navigation/routes.ts'
import { CommandKeys } from '../CommandKeys.tsx'
import { useOffered } from '../useOffered.ts'

/** The key of the command that opens a form, where the user may run it. */
export function FormKeys({ of: id }: { of: RouteId }) {
  const command: CommandId | undefined = formCommands[id as keyof typeof formCommands]
  const offered = useOffered(useMemo(() => (command === undefined ? [] : [command]), [command]))
  return command === undefined || offered.length === 0 ? null : <CommandKeys of={command} />
}
