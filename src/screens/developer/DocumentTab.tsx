import { useEffect, useRef } from 'react'
import { useConsole } from '../../useConsole.tsx'

/** The document opens in a tab of its own, and the page before stays here. */
export function DocumentTab() {
  const { location, scope } = useConsole()
  const isOpened = useRef(false)
  useEffect(() => {
    if (isOpened.current) return
    isOpened.current = true
    scope().app.openDocument()
    location.go(location.previous() ?? '/', { replace: true })
  }, [location, scope])
  return null
}
