import { useSelector } from '@xstate/react'
import { failureText } from '../detail/failureText.ts'
import type { Translate } from '../i18n.ts'
import { Failure } from '../ui/Failure.tsx'
import type { ListController } from './listController.ts'

/** A bar shown when rows could not be loaded, with a retry button. Loaded rows stay. The notice of the call announces it. */
export function FailureBar({ controller, t }: { controller: ListController; t: Translate }) {
  const { actor, paging, handles } = controller
  const error = useSelector(paging, (snapshot) =>
    snapshot.matches('failed') ? (Object.values(snapshot.context.failures)[0] ?? null) : null,
  )
  if (error === null) return null
  const retry = () => {
    actor.send({ type: 'list.retry' })
    handles.grid?.focus()
  }
  return <Failure title={t('list.failed')} text={failureText(error, t)} retry={retry} retryLabel={t('app.retry')} />
}
