import { useEffect } from 'react'
import type { Translate } from '../i18n.ts'

/** Sets the title of the browser tab. */
export function useDocumentTitle(title: string, t: Translate<'app.name'>): void {
  useEffect(() => {
    document.title = `${title} - ${t('app.name')}`
  }, [title, t])
}
