import { useEffect, useRef } from 'react'
import { useConsole } from '../../useConsole.tsx'

/** Opens the document in a new tab and goes back to the previous screen. */
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
