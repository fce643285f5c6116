import { useEffect } from 'react'
import { useConsole, useT } from '../../../useConsole.tsx'

/** Shows a toast after a save and calls `onSaved`. */
export function useSavedNotice(receipt: unknown, onSaved: () => void): void {
  const t = useT()
  const { toasts } = useConsole()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per save
  useEffect(() => {
    if (receipt === null) return
    toasts.show({ tone: 'done', text: t('settings.saved') })
    onSaved()
  }, [receipt])
}
