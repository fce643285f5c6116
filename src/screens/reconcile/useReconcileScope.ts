import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useConsole } from '../../useConsole.tsx'
import type { ReconcileSession } from './reconcileSession.ts'
import { useEntryTexts } from './useEntryTexts.ts'
import { createReconcileScope } from './workbenchScope.ts'

/** Registers the statement for commands, its rows as a list while they are shown, and its steps on Escape. */
export function useReconcileScope(session: ReconcileSession) {
  const console = useConsole()
  const { actor, workbench } = session
  const texts = useEntryTexts(session)
  const current = useRef(texts)
  useLayoutEffect(() => {
    current.current = texts
  }, [texts])
  const isDeciding = useSelector(actor, (snapshot) => snapshot.matches({ held: 'deciding' }))
  useEffect(() => {
    const { activeScopes } = console
    const { reconcile, list } = createReconcileScope({ console, session, texts: () => current.current })
    const cleanups = [
      activeScopes.enter('reconcile', reconcile),
      workbench.selection.subscribe(activeScopes.touch),
      workbench.filter.subscribe(activeScopes.touch),
    ]
    if (isDeciding) {
      cleanups.push(
        activeScopes.enter('list', list),
        // Tried from the last to the first.
        activeScopes.onEscape(() => {
          const { needle, openOnly } = workbench.filter.get()
          if (needle === '' && !openOnly) return false
          void workbench.show({ needle: '', openOnly: false })
          workbench.focusGrid()
          return true
        }),
        activeScopes.onEscape(() => {
          if (workbench.selectedCount === 0) return false
          workbench.selection.clear()
          return true
        }),
        activeScopes.onEscape(() => {
          if (!workbench.isDetailOpen.get()) return false
          workbench.isDetailOpen.set(false)
          workbench.focusGrid()
          return true
        }),
        activeScopes.onEscape(() => {
          if (document.activeElement !== workbench.handles.filter) return false
          workbench.focusGrid()
          return true
        }),
      )
    }
    return () => {
      for (const stop of cleanups) stop()
    }
  }, [console, session, workbench, isDeciding])
}
