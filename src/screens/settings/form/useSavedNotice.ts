import { useEffect } from 'react'
import { useConsole, useT } from '../../../useConsole.tsx'

/** Says that it was saved, and goes on. */
export function useSavedNotice(isSaved: boolean, onSaved: () => void): void {
  const t = useT()
  const { toasts } = useConsole()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it was saved
  useEffect(() => {
    if (!isSaved) return
    toasts.show({ tone: 'done', text: t('settings.saved') })
    onSaved()
  }, [isSaved])
}
