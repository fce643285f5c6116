import { type RefObject, useEffect, useState } from 'react'
import type { StatementSource } from '../../reconcile/worker/protocol.ts'

/**
 * Reads a file that is dropped anywhere on the page, which the browser would open in its place, and text that is dropped on the screen.
 * Returns whether one is over it now.
 */
export function useStatementDrop(screen: RefObject<HTMLElement | null>, read: (source: StatementSource) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const isTaken = ({ dataTransfer, target }: DragEvent): boolean =>
      dataTransfer !== null &&
      (dataTransfer.types.includes('Files') ||
        (dataTransfer.types.includes('text/plain') && screen.current?.contains(target as Node) === true))
    const listeners = new AbortController()
    const listen = (type: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      window.addEventListener(type, listener, { signal: listeners.signal })
    listen('dragover', (event) => {
      setOver(isTaken(event))
      if (isTaken(event)) event.preventDefault()
    })
    listen('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false))
    listen('drop', (event) => {
      setOver(false)
      if (!isTaken(event)) return
      event.preventDefault()
      const [file] = event.dataTransfer!.files
      const text = event.dataTransfer!.getData('text/plain')
      if (file !== undefined) read({ kind: 'file', file, name: file.name })
      else if (text.trim() !== '') read({ kind: 'text', text, name: '' })
    })
    return () => listeners.abort()
  }, [screen, read])
  return isOver
}
