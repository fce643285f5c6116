import { currencyOf } from '#contract/kinds.ts'
import { SCALE } from '#contract/money.ts'
import { comparedLines } from '../columns/comparedLines.ts'
import { detectLayout, layoutOf } from '../columns/detectLayout.ts'
import { type ReadStatement, readLines } from '../columns/readLines.ts'
import { decisionStep } from '../decisionStep.ts'
import { exportEntries } from '../exports/exportEntries.ts'
import { readStatement } from '../input/readStatement.ts'
import { NO_TASK, type Task } from '../input/task.ts'
import { withSingleRoles } from '../layout.ts'
import type { Entry } from '../matching/entry.ts'
import { keyOf } from '../matching/entry.ts'
import { entryDetail, entryRow, filterEntries } from '../matching/entryRows.ts'
import { matchSteps } from '../matching/matchStatement.ts'
import { propose } from '../matching/propose.ts'
import type { MatchRule } from '../matchRule.ts'
import { ReconcileError } from '../reconcileError.ts'
import { DEFAULT_SETTINGS, type Decision, type ReconcileSettings } from '../session.ts'
import { createReconcileStore } from '../store/reconcileStore.ts'
import { solveSums } from '../sums/solveSums.ts'
import { createMatchedSession, type MatchedSession } from './matchedSession.ts'
import { createOrderBook } from './orderBook.ts'
import { type OpenStatement, previewOf } from './previewOf.ts'
import type { CallName, ReconcileCalls, RowsFilter, StatementPreview } from './protocol.ts'
import { readOrderPage } from './readOrderPage.ts'
import { tallyOf } from './tallyOf.ts'

export interface EngineClock {
  /** Milliseconds since 1970. */
  now(): number
}

type Handlers = {
  [Name in CallName]: (
    input: ReconcileCalls[Name]['input'],
    task: Task,
  ) => Promise<ReconcileCalls[Name]['output']> | ReconcileCalls[Name]['output']
}

export type ReconcileEngine = ReturnType<typeof createReconcileEngine>

/** Decisions of an opened session that the page is told of. */
const MOST_STEPS = 50

/** Time zone of statements and orders. */
const WIB = 7 * 3_600_000

/** Holds one reconciliation: its lines, orders, result and decisions. Everything the worker can be asked. */
export function createReconcileEngine(clock: EngineClock = Date) {
  const store = createReconcileStore()
  const orders = createOrderBook()
  let statement: OpenStatement | null = null
  let settings: ReconcileSettings = DEFAULT_SETTINGS
  let rules: readonly MatchRule[] = []
  let read: ReadStatement | null = null
  let preview: StatementPreview | null = null
  let matched: MatchedSession | null = null
  /** Of the match before the columns were changed. */
  let kept: readonly Decision[] = []
  let shown: { filter: string; entries: readonly Entry[] } | null = null
  /** What the stored session has, so that saving writes only what changed. */
  let stored: { id: string; account: string; table: unknown; orders: number; changes: number; createdAt: number } | null = null
  /** Counts what changes the session besides the place of the user. */
  let changes = 0
  /** Saves that are being written. */
  let saves = 0

  const scale = () => SCALE[currencyOf(settings.kind)]
  const today = () => new Date(clock.now() + WIB).toISOString().slice(0, 10)

  const opened = (): OpenStatement => {
    if (statement === null) throw new Error('no statement was read')
    return statement
  }
  const result = (): MatchedSession => {
    if (matched === null) throw new Error('the statement was not matched')
    return matched
  }
  const decisions = (): readonly Decision[] => matched?.decisions() ?? kept
  const rowContext = () => ({ book: result().book, table: opened().table, scale: scale() })

  function readAgain() {
    const { table, layout } = opened()
    changes += 1
    read = readLines(table, layout, { scale: scale(), today: today() })
    kept = decisions()
    matched = null
    shown = null
    preview = previewOf(opened(), read, scale())
    return preview
  }

  /** Takes over settings. Whether their orders have other decimals than those before: then the lines are to be read again. */
  function compareWith(next: ReconcileSettings): boolean {
    const before = scale()
    settings = next
    if (scale() === before) return false
    const { table, layout } = opened()
    const { decimalSign } = layout.isSignChosen ? layout : layoutOf(table, layout.roles, scale())
    statement = { ...opened(), layout: { ...layout, decimalSign } }
    return true
  }

  async function matchAgain(decisions: readonly Decision[], task: Task) {
    const lines = comparedLines(read!, settings.kind)
    const common = { lines, settings, scale: scale() }
    const steps = matchSteps({ ...common, orders: orders.all(), numbers: orders.numbers(), rules })
    let step = steps.next()
    for (; step.done !== true; step = steps.next())
      await task.step('matching', Math.round(step.value * lines.length), lines.length)
    matched = createMatchedSession({ ...common, match: step.value, table: opened().table, decisions })
    changes += 1
    shown = null
    return { summary: matched.summary(), lookups: matched.match.lookups }
  }

  function entriesOf(filter: RowsFilter): readonly Entry[] {
    const { bucket, needle, openOnly } = filter
    const name = JSON.stringify([bucket, needle, openOnly])
    if (shown?.filter !== name) shown = { filter: name, entries: filterEntries(rowContext(), filter) }
    return shown.entries
  }

  /** Refuses a decision in a session that another tab has changed: it could not be stored. A save that is being written has looked. */
  async function change<Result>(work: (on: MatchedSession) => Result): Promise<Result> {
    // Without its database, the session is decided all the same.
    if (stored !== null && saves === 0 && !(await store.isOwn(stored.account, stored.id).catch(() => true)))
      throw new ReconcileError({ code: 'elsewhere' })
    changes += 1
    shown = null
    return work(result())
  }

  const handlers: Handlers = {
    async read({ source, layouts, kind = settings.kind }, task) {
      const table = await readStatement(source, task)
      await task.step('detecting', 0, table.rows.length)
      settings = { ...DEFAULT_SETTINGS, kind }
      statement = { ...detectLayout(table, layouts, scale()), table, fileName: source.name }
      rules = []
      stored = null
      matched = null
      kept = []
      return readAgain()
    },
    layout({ roles, decimalSign, dateOrder, kind = settings.kind }) {
      if (compareWith({ ...settings, kind })) orders.clear()
      const before = opened()
      const own =
        roles === undefined ? before.layout : layoutOf(before.table, withSingleRoles(roles, before.layout.roles), scale())
      const sign = decimalSign && { decimalSign, isSignChosen: true }
      statement = { ...before, layout: { ...own, ...sign, ...(dateOrder && { dateOrder }) } }
      return readAgain()
    },
    addOrders({ orders: added }) {
      orders.add(added)
      return { orders: orders.size }
    },
    readOrders(reply) {
      const page = readOrderPage(reply)
      if (page === null) return null
      orders.add(page.orders)
      return { ids: page.orders.map(({ id }) => id), total: page.total, last: page.last }
    },
    clearOrders() {
      orders.clear()
      return null
    },
    async match(input, task) {
      await task.step('matching', 0, opened().table.rows.length)
      rules = input.rules
      if (compareWith(input.settings)) readAgain()
      return matchAgain(decisions(), task)
    },
    summary: () => result().summary(),
    rows({ from, to, ...filter }) {
      const entries = entriesOf(filter)
      const context = rowContext()
      return { rows: entries.slice(from, to).map((one) => entryRow(one, context)), total: entries.length }
    },
    seek({ index, by, ...filter }) {
      const { book } = result()
      const entries = entriesOf(filter)
      for (let at = index + by; at >= 0 && at < entries.length; at += by)
        if (book.isOpen(entries[at]!)) return { index: at, key: keyOf(entries[at]!, book.sides) }
      return null
    },
    indexOf({ key, ...filter }) {
      const found = result().book.find(key)
      const at = found === null ? -1 : entriesOf(filter).indexOf(found)
      return at < 0 ? null : at
    },
    detail({ key }) {
      const found = result().book.find(key)
      return found === null ? null : entryDetail(found, rowContext())
    },
    keys: (filter) => entriesOf(filter).map((one) => keyOf(one, result().book.sides)),
    tally: ({ keys }) => tallyOf(keys, result().book, scale()),
    orders({ keys }) {
      const { book } = result()
      const indexes = keys.flatMap((key) => book.find(key)?.orders ?? [])
      return [...new Set(indexes)].map((at) => book.sides[at]!.order)
    },
    decide: (decision) => change((on) => on.decide(decision)),
    undo: () => change((on) => on.undo()),
    redo: () => change((on) => on.redo()),
    propose: ({ line }, { signal }) =>
      propose(line, result().book, { scale: scale(), solve: (question) => solveSums(question, signal) }),
    async export({ bucket, form, texts }, task) {
      const entries = filterEntries(rowContext(), { bucket, needle: '', openOnly: false })
      const made = await exportEntries(entries, form, { ...rowContext(), texts }, task)
      return { ...made, fileName: `${opened().fileName.replace(/\.[^.]*$/, '')}-${bucket}.${form}` }
    },
    async save({ id, account, position }) {
      const { table, layout, fileName, fingerprint } = opened()
      const { rows, lineNumbers, ...source } = table
      const { lines } = read!
      const summary = matched?.summary()
      const savedAt = clock.now()
      // A save that begins before this one has ended writes only what changed since.
      const before = stored?.id === id ? stored : null
      const createdAt = before?.createdAt ?? savedAt
      stored = { id, account, table: rows, orders: orders.version, changes, createdAt }
      saves += 1
      const saving = store.save(
        {
          id,
          account,
          fileName,
          createdAt,
          savedAt,
          lines: lines.length,
          orders: orders.size,
          decided: summary?.decided ?? 0,
          open: summary?.open ?? 0,
          days: preview!.days,
          layout,
          fingerprint,
          settings,
          rules,
          decisions: decisions(),
          position,
          source,
        },
        {
          table: before?.table === rows ? null : { rows, lineNumbers },
          orders: before?.orders === orders.version ? null : orders.all(),
          isChanged: before?.changes !== changes,
        },
      )
      try {
        await saving
      } catch (error) {
        stored = null
        throw error
      } finally {
        saves -= 1
      }
      return { savedAt }
    },
    async open({ id, account }, task) {
      await task.step('opening', 0, null)
      const content = await store.open(account, id)
      if (content === null) return null
      const { record, table } = content
      const { source: _, decisions: __, ...session } = record
      orders.clear()
      orders.add(content.orders)
      settings = record.settings
      rules = record.rules
      matched = null
      kept = record.decisions
      statement = {
        fileName: record.fileName,
        table,
        layout: record.layout,
        fingerprint: record.fingerprint,
        isRemembered: true,
        rules,
      }
      readAgain()
      const { summary } = await matchAgain(decisions(), task)
      stored = { id, account, table: table.rows, orders: orders.version, changes, createdAt: record.createdAt }
      return { preview: preview!, summary, session, steps: result().undoable().slice(-MOST_STEPS).map(decisionStep) }
    },
  }

  return {
    /** Answers one call. Throws a `ReconcileError` that the user is told of; other errors are faults. */
    async run<Name extends CallName>(
      call: Name,
      input: ReconcileCalls[Name]['input'],
      task: Task = NO_TASK,
    ): Promise<ReconcileCalls[Name]['output']> {
      return handlers[call](input as never, task) as ReconcileCalls[Name]['output']
    },
  }
}
