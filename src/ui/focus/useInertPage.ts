import { useLayoutEffect } from 'react'

/** Dialogs may open over each other. */
let openDialogs = 0

/** Makes the page inert while a dialog is open. Dialogs and live regions are outside of its element. */
export function useInertPage(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const update = (by: number) => {
      openDialogs += by
      document.getElementById('root')?.toggleAttribute('inert', openDialogs > 0)
    }
    update(1)
    return () => update(-1)
  }, [isOpen])
}
