import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { createSummaryMachine, type SummaryInput } from '#machines/paging/summaryMachine.ts'
import type { Api } from '../../api/client.ts'
import { toRequest } from '../filters/listFilter.ts'
import { useOpenList } from '../useOpenList.ts'

/** What an overview above the rows shows for the current filter. It is read again whenever the list is. */
export function useOverview<Figures>(read: (api: Api, filter: object, signal: AbortSignal) => Promise<Figures>) {
  const { controller } = useOpenList()
  const { api } = controller.console
  const filter = useSelector(controller.actor, ({ context }) => context.query.filter)
  const epoch = useSelector(controller.actor, ({ context }) => context.epoch)
  const machine = useMemo(() => {
    const fetchSummary = fromPromise<Figures, SummaryInput<object>>(({ input, signal }) => read(api, input.filter, signal))
    return createSummaryMachine<Figures, object>().provide({ actors: { fetchSummary } })
  }, [api, read])
  const actor = useActorRef(machine)
  const isRead = epoch > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: another epoch means that the rows were read again
  useEffect(() => {
    // The rows come first.
    if (isRead) actor.send({ type: 'summary.ask', filter: toRequest(filter) })
  }, [actor, filter, epoch, isRead])
  const figures = useSelector(actor, ({ context }) => context.summary)
  const error = useSelector(actor, ({ context }) => context.error)
  const isLoading = useSelector(actor, (snapshot) => snapshot.matches('loading'))
  return { figures, error, isLoading, retry: () => actor.send({ type: 'summary.retry' }) }
}
