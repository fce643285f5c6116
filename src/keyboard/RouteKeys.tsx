import { goCommandId } from '#commands/navigation/go.ts'
import { isOpenedByKey } from '#commands/navigation/menu.ts'
import { type Route, type RouteId, routes } from '#commands/navigation/routes.ts'
import { useCommandsLoaded } from '../loading/withCommandRuntime.tsx'
import { useValue } from '../state/value.ts'
import { EmptyFallback, lazyComponent } from '../ui/lazyComponent.tsx'
import { useConsole } from '../useConsole.tsx'
import { CommandKeys } from './CommandKeys.tsx'

const FormKeys = lazyComponent(async () => (await import('./hints/hints.ts')).FormKeys, EmptyFallback)

/** The key that opens a screen: its `g` key, or that of the command for its form. Nothing where the key opens another screen. */
export function RouteKeys({ of: id }: { of: RouteId }) {
  const { features, openConfig, permissions } = useConsole()
  const { hiddenMenus } = useValue(openConfig)
  const areCommandsLoaded = useCommandsLoaded()
  if ((routes[id] as Route).purpose === null) return areCommandsLoaded ? <FormKeys of={id} /> : null
  return isOpenedByKey(id, permissions, hiddenMenus, features.has) ? <CommandKeys of={goCommandId(id)} /> : null
}
