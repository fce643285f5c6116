import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import { calls } from '#contract/calls.ts'
import type { SavedView } from '#contract/rows/views.ts'
import { type LoadedViews, type ViewChange, type ViewChangeResult, viewsMachine } from '#machines/views/viewsMachine.ts'
import type { Api } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import type { StoredValue } from './storage.ts'
import { isShapeOf, isText } from './storedShapes.ts'

export type SavedViews = ReturnType<typeof createSavedViews>

interface ViewsHost {
  api: Pick<Api, 'call'>
  /** Fallback storage for a gateway without views. */
  local: StoredValue<readonly unknown[] | null>
  /** Shows why a change could not start. */
  tell(error: ApiError): void
}

const isSavedView = isShapeOf<SavedView>({ list: isText, name: isText, query: isText })

/** Statuses of a gateway without this call. */
const UNSERVED = [404, 405]

export function createSavedViews({ api, local, tell }: ViewsHost) {
  // Failures of background reads are not shown; those of a change are.
  let awaited = 0
  const inBrowser = (): LoadedViews => ({ keeper: 'browser', views: (local.get() ?? []).filter(isSavedView) })
  const machine = viewsMachine.provide({
    actors: {
      read: fromPromise<LoadedViews, void>(async () => {
        try {
          return { keeper: 'gateway', views: await api.call(calls.views, {}, { quiet: true }) }
        } catch (cause) {
          if (!(cause instanceof ApiError)) throw cause
          if (!UNSERVED.includes(cause.status) && cause.code !== 'UNREADABLE') {
            if (awaited > 0) tell(cause)
            throw cause
          }
          return inBrowser()
        }
      }),
      write: fromPromise(async ({ input: { keeper, views, change } }) => {
        if (keeper === 'gateway') return send(api, change)
        const next = changed(views, change)
        local.set(next)
        return next
      }),
    },
  })
  const actor: ActorRefFrom<typeof viewsMachine> = createActor(machine).start()
  let asks = 0
  return {
    get all() {
      return actor.getSnapshot().context.views
    },
    /** Reads the views once. */
    load: () => actor.send({ type: 'views.need' }),
    /** Reads them again: the gateway may store them from now on, or no longer. */
    reload: () => actor.send({ type: 'views.reread' }),
    /** Resolves when the change is stored; throws the gateway's refusal. */
    change(change: ViewChange) {
      const ask = ++asks
      awaited++
      return new Promise<void>((resolve, reject) => {
        const settle = (news: ViewChangeResult) => {
          if (news.ask !== ask) return
          awaited--
          for (const one of listening) one.unsubscribe()
          if (news.type === 'view.kept') resolve()
          else reject(news.error)
        }
        const listening = [actor.on('view.kept', settle), actor.on('view.refused', settle)]
        actor.send({ type: 'views.change', ask, change })
      })
    },
    subscribe(changed: () => void) {
      const watching = actor.subscribe(changed)
      return () => watching.unsubscribe()
    },
  }
}

const send = (api: Pick<Api, 'call'>, change: ViewChange): Promise<SavedView[]> =>
  change.kind === 'remove'
    ? api.call(calls.removeView, { list: change.view.list, name: change.view.name })
    : api.call(calls.saveView, { ...change.view, ...(change.formerly === undefined ? {} : { formerly: change.formerly }) })

export const isSameView = (one: Pick<SavedView, 'list' | 'name'>, other: Pick<SavedView, 'list' | 'name'>): boolean =>
  one.list === other.list && one.name.toLowerCase() === other.name.toLowerCase()

/** All views after a change, ordered by list and name as the gateway orders them. */
export function changed(views: readonly SavedView[], change: ViewChange): SavedView[] {
  const { view } = change
  const gone = change.kind === 'save' && change.formerly !== undefined ? [view, { ...view, name: change.formerly }] : [view]
  const left = views.filter((one) => !gone.some((other) => isSameView(one, other)))
  const all = change.kind === 'save' ? [...left, change.view] : left
  return all.toSorted(
    (one, other) => one.list.localeCompare(other.list) || one.name.toLowerCase().localeCompare(other.name.toLowerCase()),
  )
}
