import { useSelector } from '@xstate/react'
import { useDeferredValue, useLayoutEffect, useRef } from 'react'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import type { ListController } from '../listController.ts'
import { useOpenList } from '../useOpenList.ts'

export const DetailFrame = lazyComponent(async () => (await import('./DetailFrame.tsx')).DetailFrame)

/** The open row, next to the list or covering it; nothing while none is open. */
export function DetailPane() {
  const { controller } = useOpenList()
  const view = useSelector(controller.actor, ({ context }) => context.query.view)
  const isOpen = useSelector(controller.actor, ({ value }) => value.detail !== 'closed')
  const row = useSelector(controller.actor, ({ context }) => context.detail.row)
  // Rendering the row is deferred, because a held key moves faster than it renders.
  const shown = useDeferredValue(row)
  const isShown = view !== null && isOpen
  useFocusRestore(controller, isShown)
  if (!isShown) return null
  return <DetailFrame view={view} hasRow={row !== null} shown={shown} />
}

/** Focuses the grid after the browser's Back closed the row. */
function useFocusRestore({ handles }: ListController, isShown: boolean) {
  const wasShown = useRef(isShown)
  useLayoutEffect(() => {
    if (wasShown.current && !isShown && document.activeElement === document.body) handles.grid?.focus()
    wasShown.current = isShown
  }, [handles, isShown])
}
