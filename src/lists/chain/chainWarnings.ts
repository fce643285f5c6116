import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import type { RowKind } from '#commands/rows/rowRef.ts'
import { calls } from '#contract/calls.ts'
import type { LedgerBreak } from '#contract/rows/ledger.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { MessageKey } from '#locales/messages.ts'
import { chainMachine } from '#machines/chain/chainMachine.ts'
import type { createPagingMachine } from '#machines/paging/pagingMachine.ts'
import { isUnknownCall } from '../../api/errors.ts'
import { formatCount } from '../../format/amount.ts'
import { createValue } from '../../state/atoms.ts'
import type { Cursor } from '../../table/cursor.ts'
import type { Console } from '../../useConsole.tsx'
import type { Draft, ListFilter } from '../filters/listFilter.ts'
import { createRowReader, type RowSource } from '../paging/rowReader.ts'
import { accountAfter, type ChainFault, EMPTY_ACCOUNT, findChainFaults } from './findChainFaults.ts'

/** A stable reference avoids renders. */
const NO_FAULTS: readonly ChainFault[] = []

type StatusText = readonly [key: MessageKey, params: Record<string, string>]

/** The state of the check for the status bar; `alarm` is null while nothing is wrong. */
interface ChainStatus {
  readonly text: StatusText
  readonly alarm: StatusText | null
}

/** The parts of an open list that warnings are found with. */
interface WarningHost {
  readonly list: RowSource & { readonly kind: RowKind; readonly fractionDigits: number }
  readonly console: Console
  query(): Draft
  readonly paging: ActorRefFrom<ReturnType<typeof createPagingMachine<ListedRow, ListFilter>>>
  readonly cursor: Cursor
  /** Moves the cursor to a row, and the open row along with it. */
  moveTo(index: number): void
  count(): number
  rowAt(index: number): ListedRow | undefined
  loadedRows(): ListedRow[]
  indexOf(id: string): number | null
  announce(text: string): void
}

/** A movement to jump to, by its sequence number or, without one, by its index. */
interface Target {
  readonly id: string
  readonly seq: bigint | null
  readonly number: string
}

/**
 * Checks that every movement of an account continues the previous one: loaded rows at once, all others in the background by a
 * call that not every gateway has.
 */
export function createChainWarnings(host: WarningHost) {
  const { list, console, query, paging, cursor, moveTo, rowAt, indexOf, loadedRows, announce } = host
  const { api, atoms } = console
  const chain = createActor(
    chainMachine.provide({
      actors: {
        checkPart: fromPromise(({ input, signal }) => api.call(calls.accountCheck, input, { signal, quiet: true })),
      },
      guards: { isUnknownCall: (_, { error }) => isUnknownCall(error) },
    }),
  )
  /** Row id -> faults. Recomputed when pages or check results arrive. */
  let faults = new Map<string, ChainFault[]>()
  let breaks = new Map<string, LedgerBreak>()
  const status = createValue<ChainStatus | null>(atoms, null)

  const isAscending = () => query().sort === 'createTime.asc'
  const isByTime = () => query().sort?.startsWith('createTime.') !== false

  /** The previous movement if it is loaded: by sequence number, or by index when the list has no gaps. */
  function previousOf(row: ListedRow, bySeq: ReadonlyMap<string, ListedRow>): ListedRow | 'nothing' | undefined {
    if (row.seq === '1') return 'nothing'
    if (row.seq != null) {
      const before = bySeq.get(String(BigInt(row.seq) - 1n))
      if (before !== undefined) return before
    }
    if (!chain.getSnapshot().matches('unaided') || !isByTime() || !isDaysOnly(query().filter)) return undefined
    const index = indexOf(row.id)
    return index === null ? undefined : rowAt(index + (isAscending() ? -1 : 1))
  }

  function recompute() {
    breaks = new Map(chain.getSnapshot().context.breaks.map((one) => [one.id, one]))
    const rows = loadedRows()
    const bySeq = new Map(rows.flatMap((row) => (row.seq == null ? [] : [[row.seq, row] as const])))
    faults = new Map(
      rows.flatMap((row) => {
        const found = faultsIn(row, bySeq)
        return found.length === 0 ? [] : [[row.id, found] as const]
      }),
    )
    status.set(computeStatus())
  }

  function computeStatus(): ChainStatus | null {
    const { value, context } = chain.getSnapshot()
    const broken = new Set([...faults.keys(), ...breaks.keys()]).size
    const alarm = broken === 0 ? null : (['chain.breaks', { n: formatCount(broken) }] as const)
    // Nothing can be verified in rows without figures.
    const checked = loadedRows().filter(({ seq, afterAvailable }) => seq != null || afterAvailable != null).length
    const here: ChainStatus | null =
      checked === 0 && alarm === null ? null : { text: ['chain.here', { n: formatCount(checked) }], alarm }
    if (value === 'unaided') return here
    const { upto, last } = context
    if (last === null) return alarm === null ? null : here
    return { text: ['chain.verified', { upto: formatCount(Number(upto)), last: formatCount(Number(last)) }], alarm }
  }

  function faultsIn(row: ListedRow, bySeq: ReadonlyMap<string, ListedRow>): ChainFault[] {
    const known = breaks.get(row.id)
    const before = previousOf(row, bySeq)
    const previous = before === 'nothing' ? EMPTY_ACCOUNT : before === undefined ? null : accountAfter(before)
    return findChainFaults(row, { previous: known?.previous ?? previous, account: known?.account ?? null }, list.fractionDigits)
  }

  /** All faulty movements, in the order of the chain. */
  function targets(): Target[] {
    const seq = [...faults.keys()].flatMap((id) => {
      const row = loadedRows().find((one) => one.id === id)
      return row === undefined ? [] : [{ id, seq: seqOf(row), number: row.platOrderNo ?? id }]
    })
    const there = [...breaks.values()].map(({ id, seq, platOrderNo }) => ({ id, seq: BigInt(seq), number: platOrderNo }))
    return [...new Map([...there, ...seq].map((stop) => [stop.id, stop])).values()]
  }

  /**
   * Searches the index of a movement by sequence number; null when the filter excludes it or rows are sorted differently.
   * Sequence numbers are dense, so the first guess is close.
   */
  async function locate(target: bigint): Promise<number | null> {
    if (!isByTime()) return null
    const { filter, sort } = query()
    const read = createRowReader(api, list)
    const direction = isAscending() ? 1n : -1n
    let [first, last] = [0, host.count() - 1]
    let guess = Math.max(0, cursor.row)
    while (first <= last) {
      const index = Math.max(first, Math.min(last, guess))
      const row =
        rowAt(index) ??
        (await read({ filter, sort, page: index + 1, limit: 1, offset: index }, AbortSignal.timeout(READ_MS))).rows[0]
      const seq = row === undefined ? null : seqOf(row)
      if (seq === null) return null
      if (seq === target) return index
      const rest = Number((target - seq) * direction)
      if (rest > 0) first = index + 1
      else last = index - 1
      const middle = Math.floor((first + last) / 2)
      guess = index + rest >= first && index + rest <= last ? index + rest : middle
    }
    return null
  }

  const seqAtCursor = (): bigint | null => {
    const row = rowAt(cursor.row)
    return row === undefined ? null : seqOf(row)
  }

  /** The next fault in a direction: by sequence number, or by index without one. */
  function nextTarget(by: number): Target | undefined {
    const here = seqAtCursor()
    const step = by < 0 ? -1 : 1
    const down = (isAscending() ? 1n : -1n) * BigInt(step)
    const ahead = targets().flatMap((stop) => {
      const index = indexOf(stop.id)
      const distance =
        stop.seq !== null && here !== null
          ? (stop.seq - here) * down
          : index === null
            ? null
            : BigInt((index - cursor.row) * step)
      return distance === null || distance <= 0n ? [] : [{ stop, away: distance }]
    })
    const sorted = ahead.sort((one, other) => (one.away < other.away ? -1 : 1))
    return sorted[Math.min(Math.abs(by), sorted.length) - 1]?.stop
  }

  async function go(by: number) {
    const { t } = console.i18n
    const stop = nextTarget(by)
    if (stop === undefined) return announce(t(targets().length === 0 ? 'chain.none' : 'chain.noMore'))
    const index = indexOf(stop.id) ?? (stop.seq === null ? null : await locate(stop.seq))
    // A row excluded by the filter opens on its own.
    if (index === null) return console.scope().app.openRow({ kind: list.kind, id: stop.id, number: stop.number })
    moveTo(index)
    if (stop.seq !== null) announce(t('chain.at', { seq: formatCount(Number(stop.seq)) }))
  }

  const visibilityChanged = () => chain.send({ type: document.hidden ? 'page.hidden' : 'page.shown' })
  document.addEventListener('visibilitychange', visibilityChanged)
  let lastBins = paging.getSnapshot().context.dataBins
  const subscriptions = [
    chain.subscribe(recompute),
    paging.subscribe(({ context: { dataBins } }) => {
      if (dataBins === lastBins) return
      lastBins = dataBins
      recompute()
    }),
  ]
  chain.start()
  if (document.hidden) visibilityChanged()

  return {
    isBroken: ({ id }: ListedRow) => faults.has(id) || breaks.has(id),
    faultsOf: ({ id }: ListedRow) => faults.get(id) ?? NO_FAULTS,
    /** Returns the same object until something changes. */
    status: status.get,
    /** Moves to a faulty movement, `by` faults after or before the cursor, and opens it if the filter excludes it. */
    goTo: go,
    /** Checks again after the list was reloaded. */
    refresh: () => chain.send({ type: 'chain.goOn' }),
    subscribe: status.subscribe,
    close() {
      document.removeEventListener('visibilitychange', visibilityChanged)
      for (const one of subscriptions) one.unsubscribe()
      chain.stop()
    },
  }
}

const READ_MS = 10_000

/** Whether the filter contains nothing but days, so that consecutive rows are consecutive movements. */
const isDaysOnly = (filter: ListFilter): boolean =>
  Object.keys(filter).every((field) => field === 'days' || field === 'startDate' || field === 'endDate')

const seqOf = ({ seq }: ListedRow): bigint | null => (seq == null ? null : BigInt(seq))
