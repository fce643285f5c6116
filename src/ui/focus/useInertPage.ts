import { useLayoutEffect } from 'react'

/** Dialogs may open over each other. */
let openDialogs = 0

/**
 * Makes the page inert while a dialog is open, from the moment when the focus has left the page: the library moves it in the next frame,
 * and an inert page would lose it before. Dialogs and live regions are outside of its element.
 */
export function useInertPage(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    openDialogs++
    updatePage()
    document.addEventListener('focusin', updatePage)
    return () => {
      openDialogs--
      document.removeEventListener('focusin', updatePage)
      updatePage()
    }
  }, [isOpen])
}

function updatePage(): void {
  const page = document.getElementById('root')
  page?.toggleAttribute('inert', openDialogs > 0 && !page.contains(document.activeElement))
}
