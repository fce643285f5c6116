import { useState } from 'react'
import type { SubmissionContext } from '#machines/submission/submission.ts'
import { useConsole, useT } from '../useConsole.tsx'
import { useTick } from '../useTick.ts'
import { Notice } from './notices.tsx'

/** Why a submission is sent again, and after how many milliseconds. */
export type Pause = Pick<SubmissionContext<unknown, object, unknown>, 'why' | 'pause'>

/** The time until a submission is sent again: shown second by second, announced to screen readers once. */
export function PendingStatus({ why, pause }: Pause) {
  const t = useT()
  const { clock } = useConsole()
  const [until] = useState(() => clock.now() + pause)
  const left = Math.max(until - useTick(clock.now, 1_000), 0)
  const text = why === 'running' ? 'submission.running' : 'submission.busy'
  return (
    <>
      <span className="sr-only">{t(text, { n: Math.ceil(pause / 1_000) })}</span>
      <span aria-hidden="true">{t(text, { n: Math.max(Math.ceil(left / 1_000), 1) })}</span>
    </>
  )
}

/** The same as a notice of a form; nothing when the form does not wait. */
export const PendingNotice = ({ pending }: { pending: Pause | null }) =>
  pending && (
    <Notice role="status">
      <PendingStatus {...pending} />
    </Notice>
  )
