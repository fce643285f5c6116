import { calls } from '#contract/calls.ts'
import { REVIEWS, type Review } from '#contract/options.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import type { Api, CallOptions } from '../api/client.ts'
import type { Features } from './features.ts'
import type { StoredValue } from './storage.ts'
import { isOneOf, isShapeOf, isText, orAbsent } from './storedShapes.ts'

export type Marks = ReturnType<typeof createMarks>

/** The reconciliation mark of an order, and the reason of a discrepancy. */
export interface Mark {
  readonly review: Review
  readonly note?: string
}

const isMark = isShapeOf<Mark>({ review: isOneOf(REVIEWS), note: orAbsent(isText) })

/** Account -> row id -> mark, the oldest first. */
type StoredMarks = Readonly<Record<string, Readonly<Record<string, unknown>>>>

interface MarksHost {
  api: Pick<Api, 'call'>
  features: Pick<Features, 'has'>
  stored: StoredValue<StoredMarks | null>
  /** The name that the account signed in with. */
  account(): string
  /** Tells, at the first mark, that marks stay in this browser. */
  tellKeptHere(): void
}

/** As many as the storage of a browser holds beside all else. */
const MOST_MARKS = 5_000

/** The reconciliation marks of orders: on the gateway, or in this browser where the gateway keeps none. */
export function createMarks({ api, features, stored, account, tellKeptHere }: MarksHost) {
  const own = () => stored.get()?.[account()] ?? {}

  function keep(id: string, mark: Mark) {
    const { [id]: _, ...others } = own()
    const next = mark.review === 'NONE' ? others : { ...others, [id]: mark }
    const isFirst = stored.get() === null
    stored.set({ ...stored.get(), [account()]: Object.fromEntries(Object.entries(next).slice(-MOST_MARKS)) })
    if (isFirst) tellKeptHere()
  }

  return {
    /** The marks that this browser keeps, by the ids of their rows. */
    kept: (): Readonly<Record<string, PayOrder['review']>> =>
      Object.fromEntries(
        Object.entries(own()).flatMap(([id, mark]) => (isMark(mark) && mark.review !== 'NONE' ? [[id, mark.review]] : [])),
      ),
    /** Sets the mark of an order; throws when the gateway refuses. */
    async set(id: string, mark: Mark, options?: Pick<CallOptions, 'quiet'>): Promise<void> {
      if (features.has('reviews')) await api.call(calls.reviewOrder, { id, ...mark }, options)
      else keep(id, mark)
    },
    /** The row with the mark that this browser keeps of it. */
    annotate(row: ListedRow): ListedRow {
      const mark = own()[row.id]
      return !isMark(mark) || mark.review === 'NONE' ? row : { ...row, review: mark.review, reviewNote: mark.note ?? null }
    },
  }
}
