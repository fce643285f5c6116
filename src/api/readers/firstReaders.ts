import type { AnyCall, OutputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { Changes } from '#contract/rows/changes.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { LiveList } from '#contract/rows/liveLists.ts'
import { checkout, movement, order, payinSummary, payoutSummary } from './payments.ts'
import { always, list, listOrNull, record } from './records.ts'
import { merchant, notice, optionTexts, savedView, systemConfig } from './session.ts'
import { mark, number, type Reader, text, verbatim } from './values.ts'

export type Calls = typeof calls
type RowOf<Out> = Out extends readonly (infer Row)[] ? Row : never

/** Readers of rows, by the calls for pages of them. */
export type RowReaders = { readonly [Name in keyof Calls]?: Reader<RowOf<OutputOf<Calls[Name]>> | null> }

/** Readers of replies with one thing, or with a list that has no pages. Null for what cannot be read at all. */
export type ItemReaders = { readonly [Name in keyof Calls]?: Reader<OutputOf<Calls[Name]> | null> }

/** Readers of the rows of lists with change tracking. */
export const liveRowReaders = {
  checkoutList: checkout,
  payinList: order('PAYIN'),
  usdtPayinList: order('PAYIN', 'USDT'),
  agentPayinList: order('PAYIN'),
  payoutList: order('PAYOUT'),
  usdtPayoutList: order('PAYOUT', 'USDT'),
  agentPayoutList: order('PAYOUT'),
  rechargeList: movement(null),
  withdrawList: movement('WITHDRAW'),
  transferList: movement(null),
} satisfies Record<LiveList, unknown> & RowReaders

/** Changed rows are those of the list that was asked for. */
const changesOf = (row: Reader<unknown>) =>
  record<Changes, 'created' | 'changed'>(
    {
      // Empty before the first change.
      mark: verbatim,
      created: number,
      changed: number,
      more: mark,
      createdIds: list(text),
      rows: list(
        record<{ matches: boolean; row: ListedRow }, 'row'>(
          { matches: mark, row: row as Reader<ListedRow | null> },
          { requires: ['row'] },
        ),
      ) as Reader<Changes['rows']>,
    },
    { requires: ['created', 'changed'] },
  )

// Another gateway may answer the call with anything.
const savedViews = listOrNull(savedView)

const itemReaders = {
  payinCount: always(payinSummary),
  payoutCount: always(payoutSummary),
  heldRecords: list(movement(null)),
  merchantInfo: always(merchant),
  enums: optionTexts,
  notices: list(notice),
  views: savedViews,
  saveView: savedViews,
  removeView: savedViews,
  systemConfig: always(systemConfig),
} satisfies ItemReaders

/** How the reply to a call is read. */
export interface CallReader {
  /** Of the rows, for a call for a page of rows. */
  readonly row: Reader<unknown> | null
  readonly item: ((input: object) => Reader<unknown>) | null
  /** Of the sums over all rows. */
  readonly summary: Reader<unknown> | null
}

/** Call -> reader, for calls of a signed-in user whose reply is an item or rows. */
export type CallReaders = ReadonlyMap<AnyCall, CallReader>

export const noReader: CallReader = { row: null, item: null, summary: null }

const readersOf = (named: Readonly<Record<string, Reader<unknown>>>, how: (reader: Reader<unknown>) => Partial<CallReader>) =>
  Object.entries(named).map(([name, reader]): [AnyCall, CallReader] => [
    calls[name as keyof Calls],
    { ...noReader, ...how(reader) },
  ])

export const byCall = (rows: RowReaders, items: ItemReaders): [AnyCall, CallReader][] => [
  ...readersOf(rows, (row) => ({ row })),
  ...readersOf(items, (reader) => ({ item: () => reader })),
]

/** The readers that every session needs: of lists of orders and movements, and of the controls around a list. */
export const firstReaders: CallReaders = new Map<AnyCall, CallReader>([
  ...byCall(liveRowReaders, itemReaders),
  [calls.changes, { ...noReader, item: (input) => changesOf(liveRowReaders[(input as { list: LiveList }).list]) }],
])
