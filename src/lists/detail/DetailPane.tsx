import { useSelector } from '@xstate/react'
import { useDeferredValue, useLayoutEffect, useRef } from 'react'
import type { RowTexts } from '../../detail/rowTexts.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import type { ListController } from '../listController.ts'

export const DetailFrame = lazyComponent(async () => (await import('./DetailFrame.tsx')).DetailFrame)
export const MissingRow = lazyComponent(async () => (await import('./MissingRow.tsx')).MissingRow)
export const OpenRow = lazyComponent(async () => (await import('./OpenRow.tsx')).OpenRow)

/** The open row, next to the list or covering it; nothing while none is open. */
export function DetailPane({ controller, words }: { controller: ListController; words: RowTexts }) {
  const view = useSelector(controller.actor, ({ context }) => context.query.view)
  const isOpen = useSelector(controller.actor, ({ value }) => value.detail !== 'closed')
  const row = useSelector(controller.actor, ({ context }) => context.detail.row)
  // Rendering the row is deferred, because a held key moves faster than it renders.
  const shown = useDeferredValue(row)
  const isShown = view !== null && isOpen
  useFocusRestore(controller, isShown)
  if (!isShown) return null
  return (
    <DetailFrame controller={controller} words={words} view={view} hasRow={row !== null}>
      {shown === null ? (
        <MissingRow controller={controller} words={words} />
      ) : (
        <OpenRow controller={controller} words={words} record={shown} />
      )}
    </DetailFrame>
  )
}

/** Focuses the grid after the browser's Back closed the row. */
function useFocusRestore({ handles }: ListController, isShown: boolean) {
  const wasShown = useRef(isShown)
  useLayoutEffect(() => {
    if (wasShown.current && !isShown && document.activeElement === document.body) handles.grid?.focus()
    wasShown.current = isShown
  }, [handles, isShown])
}
