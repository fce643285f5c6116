import { goCommandId } from '#commands/navigation/go.ts'
import { routeAt } from '#commands/navigation/routes.ts'
import { parseAddress } from '../state/location.ts'
import type { Console } from '../useConsole.tsx'

/** Reports the commands that run without the runner: by a control that does the same, and by arriving at a screen. */
export function recordUse(record: (command: string) => void, { location }: Pick<Console, 'location'>, page: Window) {
  function onClick({ target }: MouseEvent) {
    const control = target instanceof Element ? target.closest<HTMLElement>('[data-command]') : null
    for (const id of control?.dataset.command?.split(' ') ?? []) record(id)
  }

  const pathNow = () => parseAddress(location.current()).path
  let path = pathNow()
  const unsubscribe = location.subscribe(() => {
    if (path === pathNow()) return
    path = pathNow()
    const route = routeAt(path)
    if (route !== null) record(goCommandId(route))
  })

  page.document.addEventListener('click', onClick)
  return () => {
    page.document.removeEventListener('click', onClick)
    unsubscribe()
  }
}
