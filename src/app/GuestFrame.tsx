import { useT } from '../useCore.tsx'
import type { FrameProps } from './Router.tsx'
import { useDocumentTitle } from './useDocumentTitle.ts'

/** The frame of guest pages. The sign-in page has its own. */
export function GuestFrame({ place, title, children }: FrameProps) {
  useDocumentTitle(title, useT())
  if (place === 'login') return children
  return (
    <main className="outside" id="main" tabIndex={-1}>
      <h1 className="sr-only">{title}</h1>
      {children}
    </main>
  )
}
