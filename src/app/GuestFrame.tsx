import type { ReactNode } from 'react'
import type { RouteId } from '#commands/navigation/routes.ts'
import { useT } from '../useCore.tsx'
import { useDocumentTitle } from './useDocumentTitle.ts'

interface GuestFrameProps {
  place: RouteId
  title: string
  children: ReactNode
}

/** The frame of guest pages. The sign-in page has its own. */
export function GuestFrame({ place, title, children }: GuestFrameProps) {
  useDocumentTitle(title, useT())
  if (place === 'login') return children
  return (
    <main className="outside" id="main" tabIndex={-1}>
      <h1 className="sr-only">{title}</h1>
      {children}
    </main>
  )
}
