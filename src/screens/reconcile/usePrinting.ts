import { useEffect } from 'react'
import { useValue } from '../../state/value.ts'
import type { Workbench } from './workbench.ts'

/** Whether the summary is on the page for the printer. Prints it once it is. */
export function usePrinting({ isPrinting }: Workbench): boolean {
  const isOn = useValue(isPrinting)
  useEffect(() => {
    if (!isOn) return
    window.print()
    isPrinting.set(false)
  }, [isOn, isPrinting])
  return isOn
}
