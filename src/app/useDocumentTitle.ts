import { useEffect } from 'react'
import type { Translate } from '../i18n.ts'

/** What the tab of the browser is called. */
export function useDocumentTitle(title: string, t: Translate<'app.name'>): void {
  useEffect(() => {
    document.title = `${title} - ${t('app.name')}`
  }, [title, t])
}
