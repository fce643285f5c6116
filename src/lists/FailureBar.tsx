import { useSelector } from '@xstate/react'
import { failureText } from '../detail/failureText.ts'
import type { Translate } from '../i18n.ts'
import { Failure } from '../ui/Failure.tsx'
import type { ListController } from './listController.ts'

/** Shows that rows are missing because a call failed, and tries again; what is here stays. It is heard by the notice of the call. */
export function FailureBar({ controller, t }: { controller: ListController; t: Translate }) {
  const { paging, summary, handles: parts } = controller
  const error = useSelector(paging, (snapshot) =>
    snapshot.matches('failed') ? (Object.values(snapshot.context.failures)[0] ?? null) : null,
  )
  if (error === null) return null
  const retry = () => {
    paging.send({ type: 'retry' })
    // What failed for one reason is tried again with one key.
    summary?.send({ type: 'summary.retry' })
    parts.grid?.focus()
  }
  return <Failure title={t('list.failed')} text={failureText(error, t)} retry={retry} retryWord={t('app.retry')} />
}
