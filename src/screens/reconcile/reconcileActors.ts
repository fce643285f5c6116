import { fromCallback, type NonReducibleUnknown } from 'xstate'
import { rowKinds } from '#commands/rows/kinds.ts'
import { currencyOf, type OrderKind } from '#contract/kinds.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import type { ReconcileEvent } from '#machines/reconcile/reconcileEvents.ts'
import { createReconcileMachine } from '#machines/reconcile/reconcileMachine.ts'
import { ApiError } from '../../api/errors.ts'
import { addDays } from '../../format/dates.ts'
import type { ReconcileSummary } from '../../reconcile/buckets.ts'
import { comparedOrder } from '../../reconcile/comparedOrder.ts'
import type { ColumnRole, DateOrder, DecimalSign, RememberedLayout } from '../../reconcile/layout.ts'
import { daysBefore } from '../../reconcile/matchRule.ts'
import { ReconcileError } from '../../reconcile/reconcileError.ts'
import type { DecisionStep, SessionPosition } from '../../reconcile/session.ts'
import type { ReconcileClient } from '../../reconcile/worker/client.ts'
import type {
  DaysRead,
  ReconcileCalls,
  ReconcileProgress,
  StatementPreview,
  StatementSource,
} from '../../reconcile/worker/protocol.ts'
import type { Console } from '../../useConsole.tsx'
import { fetchOrders, lookUpOrders } from './fetchOrders.ts'
import { engineSettings, orderKindOf, orderListsFor, type WorkSettings } from './reconcileSettings.ts'

export interface LayoutChange {
  readonly roles?: readonly ColumnRole[]
  readonly decimalSign?: DecimalSign
  readonly dateOrder?: DateOrder
  /** Of the orders, where their amounts have other decimals. */
  readonly kind?: OrderKind
}

export type WorkEvent = ReconcileEvent<StatementSource, StatementPreview, ReconcileSummary, WorkSettings, LayoutChange>

export interface WorkHost {
  console: Pick<Console, 'api' | 'marks' | 'permissions'>
  client: ReconcileClient
  account: string
  /** What earlier files of this account were read as. */
  layouts(): Promise<readonly RememberedLayout[]>
  /** Stores the session, and tells when that fails. */
  save(session: string): void
  /** Stores the session with its orders, after the rows of the result were read. */
  saveMatch(): void
  newSession(): string
  /** The worker has crashed, or another tab has changed the session. */
  lost(error: unknown): void
  /** The worker holds another session: where its user was, and the decisions that can be undone. */
  arrived(place: SessionPosition | null, steps: readonly DecisionStep[]): void
}

/** Work that reports by events and is aborted when its state is left. An abort is not a failure. */
const working = <Input extends NonReducibleUnknown>(
  work: (input: Input, signal: AbortSignal, send: (event: WorkEvent) => void) => Promise<void>,
  failed: (error: unknown) => WorkEvent = (error) => ({ type: 'work.failed', error }),
) =>
  fromCallback<WorkEvent, Input>(({ input, sendBack }) => {
    const abort = new AbortController()
    const { signal } = abort
    const send = (event: WorkEvent) => !signal.aborted && sendBack(event)
    work(input, signal, send).catch((error: unknown) => send(failed(error)))
    return () => abort.abort()
  })

/** The machine with its work: the engine in the worker, and the lists of the gateway. */
export function reconcileLogic({ console, client, account, layouts, save, saveMatch, newSession, lost, arrived }: WorkHost) {
  const { api, marks, permissions } = console
  /** The session that the worker of this page holds. */
  let held: string | null = null
  let opening: { session: string; done: Promise<ReconcileCalls['open']['output']> } | null = null
  client.onLost((error) => {
    held = null
    lost(error)
  })

  /** Opens the session in the worker unless it is there. Null when it was. */
  function attach(session: string, signal?: AbortSignal, onProgress?: (progress: ReconcileProgress) => void) {
    if (held === session) return Promise.resolve(null)
    if (opening?.session === session) return opening.done
    const call = { ...(signal === undefined ? {} : { signal }), ...(onProgress === undefined ? {} : { onProgress }) }
    const done = client
      .call('open', { id: session, account }, call)
      .then((opened) => {
        if (opened === null) throw new ReconcileError({ code: 'noStatement' })
        held = session
        arrived(opened.session.position, opened.steps)
        return opened
      })
      .finally(() => {
        opening = null
      })
    opening = { session, done }
    return done
  }
  const attached = (signal: AbortSignal) =>
    opening === null ? Promise.resolve() : opening.done.then(() => signal.throwIfAborted())

  /** Ends the worker when the step is cancelled: the parsing of a workbook looks at no messages. */
  async function orEndWorker<Out>(signal: AbortSignal, work: Promise<Out>): Promise<Out> {
    const end = () => {
      held = null
      client.restart()
    }
    signal.addEventListener('abort', end)
    try {
      return await work
    } finally {
      signal.removeEventListener('abort', end)
    }
  }
  const reportTo = (send: (event: WorkEvent) => void) => (progress: ReconcileProgress) =>
    send({ type: 'work.progress', progress })

  const firstList = () => orderListsFor(permissions)[0] ?? 'payin'

  function defaults(preview: StatementPreview): WorkSettings {
    const { from = '', to = '' } = preview.days ?? {}
    return {
      list: firstList(),
      startDate: from,
      endDate: to,
      rules: preview.rules,
      basis: 'gross',
      amountTolerance: '0',
      dayTolerance: 1,
    }
  }

  /** Has the replies of the gateway read by the worker. */
  function pageReader({ list }: WorkSettings) {
    const { direction } = rowKinds[list]
    const currency = currencyOf(orderKindOf(list))
    const kept = marks.kept()
    return async (body: ArrayBuffer) => {
      const input = { body, direction, currency, marks: kept }
      const read = await client.call('readOrders', input, { transfer: [body] })
      if (read === null) throw new ApiError('Server response 200', { status: 200, code: 'UNREADABLE' })
      return read
    }
  }
  const addOrders = (rows: readonly PayOrder[]) =>
    client.call('addOrders', { orders: rows.map((row) => comparedOrder(marks.annotate(row) as PayOrder)) })

  return createReconcileMachine<StatementSource, StatementPreview, ReconcileSummary, WorkSettings, LayoutChange>().provide({
    actors: {
      read: working<{ source: StatementSource | null }>(async ({ source }, signal, send) => {
        if (source === null) throw new ReconcileError({ code: 'empty' })
        const input = { source, layouts: await layouts().catch(() => []), kind: orderKindOf(firstList()) }
        const preview = await orEndWorker(signal, client.call('read', input, { signal, onProgress: reportTo(send) }))
        held = newSession()
        arrived(null, [])
        await client.call('clearOrders', null)
        save(held)
        send({ type: 'statement.read', preview, session: held, settings: defaults(preview) })
      }),
      open: working<{ session: string | null }>(async ({ session }, signal, send) => {
        held = null
        const opened = await orEndWorker(signal, attach(session ?? '', signal, reportTo(send)))
        if (opened === null) return
        const { preview, summary, session: stored } = opened
        const list = orderListsFor(permissions).find(
          (one) => engineSettings({ ...defaults(preview), list: one }).kind === stored.settings.kind,
        )
        const { basis, amountTolerance, dayTolerance, days } = stored.settings
        const { from: startDate = '', to: endDate = '' } = days === 'none' ? {} : (days ?? preview.days ?? {})
        const own = { basis, amountTolerance, dayTolerance, rules: stored.rules, startDate, endDate }
        const settings: WorkSettings = { ...defaults(preview), ...own }
        send({
          type: 'session.opened',
          preview,
          summary: stored.orders > 0 ? summary : null,
          settings: list === undefined ? settings : { ...settings, list },
        })
      }),
      attach: working<{ session: string | null }>(
        async ({ session }, signal, send) => {
          const opened = await attach(session ?? '', signal, reportTo(send))
          send({ type: 'session.attached', preview: opened?.preview ?? null, summary: opened?.summary ?? null })
        },
        (error) => ({ type: 'session.lost', error }),
      ),
      layout: working<{ change: LayoutChange | null }>(async ({ change }, signal, send) => {
        await attached(signal)
        send({ type: 'layout.changed', preview: await client.call('layout', change ?? {}, { signal }) })
        if (held !== null) save(held)
      }),
      fetch: working<{ settings: WorkSettings }>(async ({ settings }, signal, send) => {
        await attached(signal)
        await client.call('clearOrders', null)
        const { list, startDate, endDate, rules } = settings
        let found = 0
        const onProgress = (orders: number, days: DaysRead) => {
          found = orders
          send({ type: 'work.progress', progress: { phase: 'fetching', done: orders, all: null, days } })
        }
        if (startDate !== '' && endDate !== '') {
          const days = { startDate: addDays(startDate, -daysBefore(rules)), endDate }
          await fetchOrders(days, { api, list, signal, readPage: pageReader(settings), onProgress })
        }
        send({ type: 'orders.fetched', found })
      }),
      match: working<{ settings: WorkSettings }>(async ({ settings }, signal, send) => {
        await attached(signal)
        const input = { settings: engineSettings(settings), rules: settings.rules }
        const { summary, lookups } = await client.call('match', input, { signal, onProgress: reportTo(send) })
        send({ type: 'lines.matched', summary, lookups })
        saveMatch()
      }),
      lookUp: working<{ settings: WorkSettings; numbers: readonly string[] }>(async ({ settings, numbers }, signal, send) => {
        await attached(signal)
        let found = 0
        const onRows = (rows: readonly PayOrder[]) => {
          found += rows.length
          return addOrders(rows)
        }
        const onProgress = (done: number, all: number) =>
          send({ type: 'work.progress', progress: { phase: 'lookingUp', done, all } })
        await lookUpOrders(numbers, { api, list: settings.list, signal, onRows, onProgress })
        send({ type: 'orders.fetched', found })
      }),
    },
    actions: {},
  })
}

export type ReconcileLogic = ReturnType<typeof reconcileLogic>
