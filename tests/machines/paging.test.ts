import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { type FetchedPage, isExact, rowCount } from '#machines/paging/pageCache.ts'
import { type PageRequest, type PagingContext, shown, shownRow } from '#machines/paging/pagingContext.ts'
import { createPagingMachine, type PagingEvent } from '#machines/paging/pagingMachine.ts'
import { pathsOf } from './paths.ts'

type Filter = { status?: string }
type Request = PageRequest<Filter>

/** A gateway with this many rows: row `n` of a query is the text `status:n`. */
const pageOf = ({ filter, page, limit, offset }: Request, all: number): FetchedPage<string> => ({
  rows: Array.from(
    { length: Math.max(0, Math.min(limit, all - offset)) },
    (_, index) => `${filter.status ?? ''}:${offset + index}`,
  ),
  total: page > 0 ? all : null,
})

interface Asked extends Request {
  answer(page?: FetchedPage<string>): void
  fail(error: Error): void
  readonly isAborted: boolean
}

/** Fetching starts after this. */
const FRAME_MS = 20

/** A list with answers controlled by the test. */
function pagingOver(all: number, { pageSize = 10, page = 1 } = {}) {
  const asked: Asked[] = []
  const beyond: number[] = []
  const clock = new SimulatedClock()
  const machine = createPagingMachine<string, Filter>().provide({
    actors: {
      fetchPage: fromPromise(
        ({ input, signal }) =>
          new Promise<FetchedPage<string>>((resolve, reject) => {
            asked.push({
              ...input,
              answer: (given = pageOf(input, all)) => resolve(given),
              fail: reject,
              get isAborted() {
                return signal.aborted
              },
            })
          }),
      ),
    },
    actions: { sayBeyondEnd: (_, params) => void beyond.push(params.page) },
  })
  const paging = createActor(machine, { input: { filter: {}, sort: null, pageSize, page }, clock }).start()
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    paging,
    /** Sends the event and waits for the frame. */
    show(event: PagingEvent<string, Filter>) {
      paging.send(event)
      clock.increment(FRAME_MS)
    },
    asked,
    beyond,
    clock,
    context: () => paging.getSnapshot().context,
    state: () => paging.getSnapshot().value,
    pagesAsked: () => asked.map((one) => one.page),
    /** Answers the open requests and the following ones. */
    async answerAll() {
      for (let done = 0; done < asked.length; ) {
        asked[done++]?.answer()
        await settled()
      }
    },
    async answer(index: number, page?: FetchedPage<string>) {
      asked[index]?.answer(page)
      await settled()
    },
    async fail(index: number) {
      asked[index]?.fail(new Error('no answer'))
      await settled()
    },
  }
}

const view = (first: number, last: number, direction: 1 | -1 = 1) => ({ type: 'view', first, last, direction }) as const

test('paths of a list', () => {
  const events = [
    { type: 'search', filter: {} },
    { type: 'turn', page: 2 },
    { type: 'retry' },
    { ...view(0, 9), label: 'view' },
    { ...view(400, 409), label: 'view far away' },
    { type: 'xstate.done.actor.page 1', actorId: 'page 1', output: { rows: ['a'], total: 500 } },
    { type: 'xstate.error.actor.page 1', actorId: 'page 1', error: new Error('no answer') },
    { type: 'xstate.after.frameDelay.paging.showing' },
    { type: 'xstate.after.settleDelay.paging.settling' },
    { type: 'throttle.elapsed' },
  ] as PagingEvent<string, Filter>[]
  const machine = createPagingMachine<string, Filter>().provide({ actions: { sayBeyondEnd: () => {} } })
  const facts = ({ view, wanted, isThrottled }: PagingContext<string, Filter>) =>
    [view && `rows ${view.first}-${view.last}`, wanted && `to page ${wanted}`, isThrottled && 'leapt'].filter(Boolean).join(' ')
  expect(pathsOf(machine, events, { filter: {}, sort: null, pageSize: 10, page: 1 }, facts)).toMatchInlineSnapshot(`
    "⇒ "fetching"
    turn ⇒ "showing" to page 2
    view ⇒ "fetching" rows 0-9
    view far away ⇒ "fetching" rows 400-409
    xstate.done.actor.page 1 ⇒ "ready"
    xstate.error.actor.page 1 ⇒ "failed"
    turn → retry ⇒ "fetching" to page 2
    turn → view ⇒ "showing" rows 0-9 to page 2
    turn → view far away ⇒ "showing" rows 400-409 to page 2
    view → view far away ⇒ "fetching" rows 400-409 leapt
    view → xstate.done.actor.page 1 ⇒ "showing" rows 0-9
    view → xstate.error.actor.page 1 ⇒ "failed" rows 0-9
    view far away → view ⇒ "fetching" rows 0-9 leapt
    view far away → xstate.done.actor.page 1 ⇒ "showing" rows 400-409
    view far away → xstate.error.actor.page 1 ⇒ "failed" rows 400-409
    turn → retry → view ⇒ "fetching" rows 0-9 to page 2
    turn → retry → view far away ⇒ "fetching" rows 400-409 to page 2
    turn → view → view far away ⇒ "showing" rows 400-409 to page 2 leapt
    turn → view far away → view ⇒ "showing" rows 0-9 to page 2 leapt
    view → view far away → turn ⇒ "settling" rows 400-409 to page 2 leapt
    view → view far away → view ⇒ "settling" rows 0-9 leapt
    view → view far away → xstate.done.actor.page 1 ⇒ "showing" rows 400-409 leapt
    view → view far away → xstate.error.actor.page 1 ⇒ "failed" rows 400-409 leapt
    view far away → view → turn ⇒ "settling" rows 0-9 to page 2 leapt
    view far away → view → view far away ⇒ "settling" rows 400-409 leapt
    view far away → view → xstate.done.actor.page 1 ⇒ "showing" rows 0-9 leapt
    view far away → view → xstate.error.actor.page 1 ⇒ "failed" rows 0-9 leapt
    turn → retry → view → view far away ⇒ "fetching" rows 400-409 to page 2 leapt
    turn → retry → view far away → view ⇒ "fetching" rows 0-9 to page 2 leapt
    view → view far away → turn → throttle.elapsed ⇒ "settling" rows 400-409 to page 2
    view → view far away → view → throttle.elapsed ⇒ "settling" rows 0-9
    view far away → view → turn → throttle.elapsed ⇒ "settling" rows 0-9 to page 2
    view far away → view → view far away → throttle.elapsed ⇒ "settling" rows 400-409"
  `)
})

test('paths of a list without a count', () => {
  const page = (n: number, rows: number, more: object = {}) => ({
    type: `xstate.done.actor.page ${n}`,
    actorId: `page ${n}`,
    output: { rows: Array.from({ length: rows }, (_, at) => `${n} ${at}`), total: null, ...more },
    label: `page ${n} with ${rows} rows`,
  })
  const events = [
    { ...view(0, 9), label: 'view' },
    { type: 'seek', row: 25 },
    { type: 'seek', row: 4311, label: 'seek far away' },
    page(1, 10),
    page(2, 10),
    page(2, 4),
    page(2, 0),
    { type: 'xstate.error.actor.page 2', actorId: 'page 2', error: new Error('no answer') },
    page(432, 0),
  ] as unknown as PagingEvent<string, Filter>[]
  const machine = createPagingMachine<string, Filter>().provide({ actions: { sayBeyondEnd: () => {} } })
  const facts = (context: PagingContext<string, Filter>) =>
    [
      `${rowCount(context)}${isExact(context) ? '' : '+'} rows`,
      context.inFlight.length > 0 && `asking for ${context.inFlight.join(' and ')}`,
      context.sought !== null && `seeking ${context.sought}`,
    ]
      .filter(Boolean)
      .join(', ')
  expect(pathsOf(machine, events, { filter: {}, sort: null, pageSize: 10, page: 1 }, facts)).toMatchInlineSnapshot(`
    "⇒ "fetching" 0+ rows, asking for 1
    seek ⇒ "fetching" 0+ rows, asking for 1, seeking 25
    seek far away ⇒ "fetching" 0+ rows, asking for 1, seeking 4311
    page 1 with 10 rows ⇒ "ready" 10+ rows
    page 2 with 10 rows ⇒ "ready" 20+ rows
    page 2 with 4 rows ⇒ "ready" 14 rows
    page 2 with 0 rows ⇒ "ready" 0+ rows
    seek → page 1 with 10 rows ⇒ "showing" 10+ rows, seeking 25
    seek → page 2 with 10 rows ⇒ "showing" 20+ rows, asking for 1, seeking 25
    seek → page 2 with 0 rows ⇒ "showing" 0+ rows, asking for 1, seeking 25
    seek far away → page 1 with 10 rows ⇒ "showing" 10+ rows, seeking 4311
    seek far away → page 2 with 10 rows ⇒ "showing" 20+ rows, asking for 1, seeking 4311
    seek far away → page 2 with 0 rows ⇒ "showing" 0+ rows, asking for 1, seeking 4311
    page 1 with 10 rows → view ⇒ "showing" 10+ rows
    page 1 with 10 rows → seek ⇒ "fetching" 10+ rows, asking for 2 and 3, seeking 25
    page 1 with 10 rows → seek far away ⇒ "fetching" 10+ rows, asking for 432, seeking 4311
    page 1 with 10 rows → page 2 with 0 rows ⇒ "ready" 10 rows
    page 1 with 10 rows → xstate.error.actor.page 2 ⇒ "failed" 10+ rows
    page 2 with 10 rows → view ⇒ "showing" 20+ rows
    page 2 with 10 rows → seek ⇒ "fetching" 20+ rows, asking for 3, seeking 25
    page 2 with 10 rows → seek far away ⇒ "fetching" 20+ rows, asking for 432, seeking 4311
    page 2 with 10 rows → xstate.error.actor.page 2 ⇒ "failed" 20+ rows
    page 2 with 4 rows → view ⇒ "showing" 14 rows
    page 2 with 4 rows → xstate.error.actor.page 2 ⇒ "failed" 14 rows
    page 2 with 0 rows → view ⇒ "showing" 0+ rows
    page 2 with 0 rows → seek ⇒ "fetching" 0+ rows, asking for 1 and 2 and 3, seeking 25
    page 2 with 0 rows → seek far away ⇒ "fetching" 0+ rows, asking for 432, seeking 4311
    page 2 with 0 rows → xstate.error.actor.page 2 ⇒ "failed" 0+ rows
    seek → page 2 with 0 rows → seek ⇒ "fetching" 0+ rows, asking for 1 and 3, seeking 25
    seek → page 2 with 0 rows → page 1 with 10 rows ⇒ "fetching" 10+ rows, asking for 3, seeking 25
    page 1 with 10 rows → view → seek far away ⇒ "fetching" 10+ rows, asking for 2 and 432, seeking 4311
    page 1 with 10 rows → view → page 1 with 10 rows ⇒ "fetching" 10+ rows, asking for 2
    page 1 with 10 rows → seek far away → view ⇒ "showing" 10+ rows, asking for 432, seeking 4311
    page 1 with 10 rows → page 2 with 0 rows → xstate.error.actor.page 2 ⇒ "failed" 10 rows
    page 2 with 10 rows → view → seek ⇒ "fetching" 20+ rows, asking for 1 and 3, seeking 25
    page 2 with 10 rows → view → seek far away ⇒ "fetching" 20+ rows, asking for 1 and 432, seeking 4311
    page 2 with 10 rows → view → page 2 with 10 rows ⇒ "fetching" 20+ rows, asking for 1
    page 2 with 10 rows → view → page 2 with 4 rows ⇒ "fetching" 14 rows, asking for 1
    page 2 with 10 rows → view → page 2 with 0 rows ⇒ "fetching" 10 rows, asking for 1
    page 2 with 10 rows → seek → view ⇒ "showing" 20+ rows, asking for 3, seeking 25
    page 2 with 10 rows → seek far away → view ⇒ "showing" 20+ rows, asking for 432, seeking 4311
    page 2 with 0 rows → view → seek far away ⇒ "fetching" 0+ rows, asking for 1 and 432, seeking 4311
    page 2 with 0 rows → seek far away → view ⇒ "showing" 0+ rows, asking for 432, seeking 4311
    page 1 with 10 rows → seek far away → view → seek far away ⇒ "fetching" 10+ rows, asking for 432 and 2, seeking 4311
    page 2 with 10 rows → seek → view → seek ⇒ "fetching" 20+ rows, asking for 3 and 1, seeking 25
    page 2 with 10 rows → seek far away → view → seek far away ⇒ "fetching" 20+ rows, asking for 432 and 1, seeking 4311
    page 2 with 0 rows → seek far away → view → seek far away ⇒ "fetching" 0+ rows, asking for 432 and 1, seeking 4311"
  `)
})

describe('a query', () => {
  test('fetches only its first page, with exactly the page size', () => {
    const { asked } = pagingOver(37)
    expect(asked).toMatchObject([{ page: 1, limit: 10, offset: 0, sort: null }])
  })

  test('clears the cache and goes to page 1 when it is new', async () => {
    const { paging, show, context, answerAll, answer, asked } = pagingOver(37)
    await answerAll()
    for (const page of [2, 3]) {
      show({ type: 'turn', page })
      await answerAll()
    }
    expect(Object.keys(context().dataBins)).toEqual(['1', '2', '3'])
    paging.send({ type: 'search', filter: { status: 'FAILED' } })
    expect(context()).toMatchObject({ current: 1, dataBins: {}, data: [], maxPageNo: 0 })
    await answer(asked.length - 1)
    expect(context()).toMatchObject({ current: 1, maxPageNo: 1, total: 37 })
    expect(Object.keys(context().dataBins)).toEqual(['1'])
  })

  test.each([
    { type: 'sort', sort: 'payAmount.desc' },
    { type: 'resize', pageSize: 50 },
  ] as const)('$type is a new query', async (event) => {
    const { paging, show, context, answerAll, asked } = pagingOver(370)
    await answerAll()
    show({ type: 'turn', page: 2 })
    await answerAll()
    paging.send(event)
    expect(context()).toMatchObject({ current: 1, dataBins: {} })
    expect(asked.at(-1)).toMatchObject({ page: 1, limit: context().pageSize, sort: context().sort })
  })

  test('shows the former rows until its answer arrives, and none of them after', async () => {
    const { paging, context, answerAll, answer, asked } = pagingOver(37)
    await answerAll()
    paging.send({ type: 'search', filter: { status: 'FAILED' } })
    expect([shownRow(context(), 3), shown(context()).total]).toEqual([':3', 37])
    await answer(asked.length - 1, { rows: ['FAILED:0'], total: 1 })
    expect([shownRow(context(), 0), shownRow(context(), 3)]).toEqual(['FAILED:0', undefined])
  })

  test('drops the late answer of an older query', async () => {
    const { paging, context, answer, asked } = pagingOver(37)
    paging.send({ type: 'search', filter: { status: 'FAILED' } })
    expect(asked[0]?.isAborted).toBe(true)
    await answer(1)
    await answer(0)
    expect(context().data[0]).toBe('FAILED:0')
  })

  test('can begin on the page where it was left', async () => {
    const { context, answerAll, pagesAsked } = pagingOver(37, { page: 3 })
    await answerAll()
    expect(pagesAsked()).toEqual([3])
    expect(context()).toMatchObject({ current: 3, total: 37, maxPageNo: 3 })
  })
})

describe('turning', () => {
  test('to a cached page fetches nothing', async () => {
    const { show, context, answerAll, pagesAsked } = pagingOver(37)
    await answerAll()
    for (const page of [2, 1]) {
      show({ type: 'turn', page })
      await answerAll()
    }
    expect(pagesAsked()).toEqual([1, 2])
    expect(context()).toMatchObject({ current: 1, data: { 0: ':0' } })
  })

  test('to another page meanwhile drops the page in flight', async () => {
    const { show, context, answerAll, answer, asked } = pagingOver(37)
    await answerAll()
    show({ type: 'turn', page: 2 })
    show({ type: 'turn', page: 3 })
    await answer(2)
    await answer(1)
    expect(asked[1]?.isAborted).toBe(true)
    expect(context()).toMatchObject({ current: 3, data: { 0: ':20' } })
    expect(context().dataBins[2]).toBeUndefined()
  })

  test('beyond the end goes back to the highest page with rows, and reports it', async () => {
    const { show, context, answerAll, beyond } = pagingOver(30)
    await answerAll()
    for (const page of [3, 9]) {
      show({ type: 'turn', page })
      await answerAll()
    }
    expect(beyond).toEqual([3])
    expect(context()).toMatchObject({ current: 3, wanted: null, data: { 0: ':20' } })
    expect(context().dataBins[9]).toBeUndefined()
  })

  test('beyond the end is reported when the answer comes while the viewport flies past', async () => {
    const { asked, show, state, context, answer, answerAll, beyond } = pagingOver(60)
    await answerAll()
    show({ type: 'turn', page: 6 })
    await answerAll()
    show({ type: 'turn', page: 9 })
    for (const first of [0, 40, 0]) show(view(first, first + 9))
    expect(state()).toBe('settling')
    await answer(asked.findIndex(({ page }) => page === 9))
    expect(beyond).toEqual([6])
    expect(context()).toMatchObject({ current: 6, wanted: null })
  })

  test('beyond the end of a restored query goes to page 1', async () => {
    const { context, answerAll, beyond, pagesAsked } = pagingOver(12, { page: 9 })
    await answerAll()
    expect(pagesAsked()).toEqual([9, 1])
    expect(beyond).toEqual([1])
    expect(context()).toMatchObject({ current: 1, data: { 0: ':0' } })
  })
})

describe('rows in view', () => {
  test('are fetched when missing, four pages at once, each once, then one page ahead', async () => {
    const { show, answerAll, pagesAsked, answer, context } = pagingOver(1000)
    await answerAll()
    show(view(0, 55))
    expect(pagesAsked()).toEqual([1, 2, 3, 4, 5])
    show(view(1, 56))
    expect(pagesAsked()).toEqual([1, 2, 3, 4, 5])
    await answer(1)
    expect(pagesAsked()).toEqual([1, 2, 3, 4, 5, 6])
    await answerAll()
    expect(pagesAsked()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(context().inFlight).toEqual([])
  })

  test('leave no actor behind, nor the rows that it holds, whether fetched or failed', async () => {
    const { paging, show, answer, fail } = pagingOver(1000)
    await answer(0)
    show(view(0, 25))
    await answer(1)
    await fail(2)
    expect(Object.keys(paging.getSnapshot().children)).toEqual(
      paging.getSnapshot().context.inFlight.map((page) => `page ${page}`),
    )
  })

  test('are painted before more of them are fetched', async () => {
    const { show, clock, answer, pagesAsked } = pagingOver(1000)
    show(view(0, 25))
    await answer(0)
    expect(pagesAsked()).toEqual([1])
    clock.increment(FRAME_MS)
    expect(pagesAsked()).toEqual([1, 2, 3, 4])
  })

  test('prefetch the page above when scrolling up', async () => {
    const { show, answerAll, pagesAsked } = pagingOver(1000, { page: 20 })
    await answerAll()
    show(view(190, 199, -1))
    await answerAll()
    expect(pagesAsked()).toEqual([20, 19])
  })

  test('are fetched after a jump where scrolling rests; no page between is fetched', async () => {
    const { paging, show, clock, answerAll, pagesAsked } = pagingOver(1_000_000)
    await answerAll()
    show(view(0, 24))
    await answerAll()
    paging.send(view(9_000, 9_024))
    expect(pagesAsked().slice(4)).toEqual([])
    clock.increment(FRAME_MS)
    await answerAll()
    expect(pagesAsked().slice(4)).toEqual([901, 902, 903, 904])
    for (const first of [21_000, 33_000, 50_000]) paging.send(view(first, first + 24))
    clock.increment(59)
    expect(pagesAsked().slice(8)).toEqual([])
    clock.increment(1)
    await answerAll()
    expect(pagesAsked().slice(8)).toEqual([5001, 5002, 5003, 5004])
  })

  test('are fetched where a held key rests, including the page of the cursor', async () => {
    const { paging, show, clock, answerAll, pagesAsked } = pagingOver(10_000)
    await answerAll()
    show(view(0, 19))
    await answerAll()
    for (const first of [19, 38, 57, 76]) {
      paging.send({ type: 'turn', page: Math.floor((first + 21) / 10) + 1 })
      paging.send(view(first, first + 19))
      await answerAll()
      clock.increment(33)
    }
    expect(pagesAsked()).toEqual([1, 2, 3, 5, 4])
    clock.increment(60)
    await answerAll()
    expect(pagesAsked().slice(5)).toEqual([10, 8, 9, 11])
    // A short rest is enough to fetch.
    show(view(95, 114))
    expect(pagesAsked()).toContain(12)
  })

  test('are fetched during slow scrolling, the next page before it is reached', async () => {
    const { show, clock, answerAll, pagesAsked } = pagingOver(10_000)
    await answerAll()
    for (let first = 0; first < 40; first++) {
      show(view(first, first + 19))
      await answerAll()
      clock.increment(33)
    }
    expect(pagesAsked()).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('are dropped when scrolled past: their fetch is stopped or never started', async () => {
    const { show, clock, asked, answer, answerAll, pagesAsked, context } = pagingOver(10_000)
    await answer(0)
    show(view(0, 79))
    expect(pagesAsked()).toEqual([1, 2, 3, 4, 5])
    show(view(5_000, 5_009))
    clock.increment(60)
    expect(asked.slice(1, 5).map((one) => one.isAborted)).toEqual([true, true, true, true])
    await answer(1)
    await answerAll()
    expect(pagesAsked()).toEqual([1, 2, 3, 4, 5, 501, 502])
    expect(Object.keys(context().dataBins)).toEqual(['1', '501', '502'])
  })

  test('are cached up to about twenty thousand, those of the current page always', async () => {
    const { show, clock, context, answerAll } = pagingOver(100_000, { pageSize: 1000 })
    await answerAll()
    for (let first = 0; first < 40_000; first += 1000) {
      show(view(first, first + 999))
      await answerAll()
      clock.increment(80)
    }
    expect(Object.keys(context().dataBins)).toHaveLength(20)
    expect(shownRow(context(), 39_500)).toBe(':39500')
    expect([shownRow(context(), 500), shownRow(context(), 1500)]).toEqual([':500', undefined])
  })

  test('grow page by page where the gateway does not count', async () => {
    const { show, context, asked, answer } = pagingOver(25)
    const uncounted = (index: number) => ({ rows: pageOf(asked[index] as Request, 25).rows.concat('look ahead'), total: null })
    await answer(0, uncounted(0))
    expect(context().total).toBe(11)
    show(view(0, 10))
    await answer(1, uncounted(1))
    expect(context().total).toBe(21)
  })

  test('try the next page where the gateway neither counts nor sends an extra row', async () => {
    const { show, context, asked, answer, pagesAsked } = pagingOver(20)
    const bare = (index: number) => ({ rows: pageOf(asked[index] as Request, 20).rows, total: null })
    await answer(0, bare(0))
    show(view(0, 9))
    await answer(1, bare(1))
    show(view(5, 14))
    await answer(2, bare(2))
    expect(pagesAsked()).toEqual([1, 2, 3])
    expect(context()).toMatchObject({ end: 20, total: 20, inFlight: [] })
  })

  test('read on while the viewport or the cursor is at the last known row, also beyond a wrong count', async () => {
    const { show, context, asked, answer, pagesAsked } = pagingOver(25)
    const bare = (index: number, total: number | null) => ({ rows: pageOf(asked[index] as Request, 25).rows, total })
    await answer(0, bare(0, 10))
    expect([rowCount(context()), isExact(context())]).toEqual([10, true])
    show(view(0, 19))
    await answer(1, bare(1, 10))
    expect([rowCount(context()), isExact(context())]).toEqual([20, false])
    await answer(2, bare(2, 10))
    expect([rowCount(context()), isExact(context()), pagesAsked()]).toEqual([25, true, [1, 2, 3]])
  })

  test('up to a sought row are fetched at once, a far one alone', async () => {
    const { paging, context, answer, pagesAsked, asked } = pagingOver(5000)
    const bare = (index: number) => ({ rows: pageOf(asked[index] as Request, 5000).rows, total: null })
    await answer(0, bare(0))
    paging.send({ type: 'seek', row: 34 })
    expect(pagesAsked()).toEqual([1, 2, 3, 4])
    for (const index of [1, 2, 3]) await answer(index, bare(index))
    expect([context().sought, rowCount(context())]).toEqual([null, 40])
    paging.send({ type: 'seek', row: 4311 })
    expect(pagesAsked().slice(4)).toEqual([432])
    await answer(4, bare(4))
    expect([context().sought, rowCount(context()), shownRow(context(), 4311)]).toEqual([null, 4320, ':4311'])
    paging.send({ type: 'seek', row: 9998 })
    await answer(5, bare(5))
    expect([context().sought, rowCount(context()), isExact(context()), 1000 in context().dataBins]).toEqual([
      null,
      4320,
      false,
      false,
    ])
  })

  test('read ahead after rows were inserted move nothing until they come into view', async () => {
    const { show, answer, answerAll, context, state, pagesAsked } = pagingOver(40)
    await answer(0)
    show(view(0, 7))
    // Three rows were inserted after page 1 was read.
    await answer(1, { rows: [':7', ':8', ':9', ':10', ':11', ':12', ':13', ':14', ':15', ':16'], total: 43 })
    expect(pagesAsked()).toEqual([1, 2])
    expect(Object.keys(context().dataBins)).toEqual(['1'])
    expect([rowCount(context()), context().isReread]).toEqual([40, false])

    show(view(4, 11))
    await answer(2, { rows: [':7', ':8', ':9', ':10', ':11', ':12', ':13', ':14', ':15', ':16'], total: 43 })
    expect(context().isReread).toBe(true)
    expect(pagesAsked().slice(2, 5)).toEqual([2, 3, 1])
    await answerAll()
    expect(state()).toBe('ready')
  })

  test('are not requested endlessly when the gateway counts but does not send them', async () => {
    const { show, answer, answerAll, pagesAsked, context } = pagingOver(10)
    await answer(0, { rows: ['a'], total: 30 })
    show(view(0, 29))
    await answerAll()
    expect(pagesAsked()).toEqual([1, 2, 3])
    expect(context().inFlight).toEqual([])
  })
})

describe('a page that failed', () => {
  test('leaves the current page, and is fetched again on retry', async () => {
    const { paging, show, context, state, answerAll, answer, fail } = pagingOver(37)
    await answerAll()
    show({ type: 'turn', page: 2 })
    await fail(1)
    expect(state()).toBe('failed')
    expect(context()).toMatchObject({ current: 1, data: { 0: ':0' }, failures: { 2: { message: 'no answer' } } })
    paging.send({ type: 'retry' })
    expect(state()).toBe('fetching')
    await answer(2)
    expect(state()).toBe('ready')
    expect(context()).toMatchObject({ current: 2, failures: {} })
  })

  test('of a new query leaves the former rows on the screen', async () => {
    const { paging, context, state, answerAll, fail } = pagingOver(37)
    await answerAll()
    paging.send({ type: 'search', filter: { status: 'FAILED' } })
    await fail(1)
    expect(state()).toBe('failed')
    expect(shownRow(context(), 0)).toBe(':0')
  })

  test('is not retried while it stays in view, but when it comes back into view', async () => {
    const { show, clock, answerAll, answer, fail, pagesAsked } = pagingOver(10_000)
    await answerAll()
    show(view(0, 19))
    await fail(1)
    show(view(1, 20))
    await answer(2)
    expect(pagesAsked().filter((page) => page === 2)).toHaveLength(1)
    show(view(5_000, 5_009))
    clock.increment(60)
    await answerAll()
    show(view(0, 19, -1))
    clock.increment(60)
    await answerAll()
    expect(pagesAsked().filter((page) => page === 2)).toHaveLength(2)
  })
})

describe('reloading', () => {
  test('after a row has changed fetches only its page', async () => {
    const { paging, show, context, answerAll, answer, pagesAsked } = pagingOver(100)
    await answerAll()
    show(view(0, 19))
    await answerAll()
    paging.send({ type: 'touch', page: 2 })
    expect(context().dataBins[2]?.[0]).toBe(':10')
    await answer(3, { rows: ['notified'], total: 100 })
    expect(pagesAsked()).toEqual([1, 2, 3, 2])
    expect(context().dataBins[2]?.[0]).toBe('notified')
  })

  test('also fetches the other pages in view when the number of rows has changed', async () => {
    const { paging, show, context, answerAll, answer, pagesAsked } = pagingOver(100)
    await answerAll()
    show(view(0, 19))
    await answerAll()
    paging.send({ type: 'touch', page: 1 })
    await answer(3, { rows: Array(10).fill('new'), total: 99 })
    expect(pagesAsked()).toEqual([1, 2, 3, 1, 2, 3])
    expect([shownRow(context(), 4), shownRow(context(), 14)]).toEqual(['new', ':14'])
    await answer(4, { rows: Array(10).fill('moved'), total: 99 })
    expect(shownRow(context(), 14)).toBe('moved')
  })

  test('drops the other pages when the number of rows has changed during a jump', async () => {
    const { paging, show, context, clock, answerAll, answer, asked } = pagingOver(1_000)
    await answerAll()
    show(view(0, 19))
    await answerAll()
    paging.send({ type: 'touch', page: 1 })
    for (const first of [200, 400]) paging.send(view(first, first + 19))
    paging.send(view(0, 19, -1))
    await answer(asked.length - 1, { rows: Array(10).fill('new'), total: 999 })
    clock.increment(60)
    expect(asked.slice(-1)).toMatchObject([{ page: 2 }])
    await answer(asked.length - 1, { rows: Array(10).fill('moved'), total: 999 })
    expect([shownRow(context(), 4), shownRow(context(), 14)]).toEqual(['new', 'moved'])
  })

  test('drops an answer from before the change', async () => {
    const { paging, show, context, asked, answerAll, answer } = pagingOver(100)
    await answerAll()
    show({ type: 'turn', page: 2 })
    paging.send({ type: 'touch', page: 2 })
    expect(asked[1]?.isAborted).toBe(true)
    await answer(1, { rows: ['before'], total: 100 })
    await answer(2, { rows: ['after'], total: 100 })
    expect(context().dataBins[2]).toEqual(['after'])
  })

  test('everything stays on the page and keeps each row on the screen until its new version arrives', async () => {
    const { paging, show, context, answerAll, answer, pagesAsked } = pagingOver(100)
    await answerAll()
    show(view(0, 19))
    show({ type: 'turn', page: 2 })
    await answerAll()
    paging.send({ type: 'reload' })
    expect(context()).toMatchObject({ current: 2, dataBins: {} })
    expect([shownRow(context(), 4), shownRow(context(), 14)]).toEqual([':4', ':14'])
    await answer(3, { rows: Array(10).fill('new'), total: 100 })
    expect([shownRow(context(), 4), shownRow(context(), 14)]).toEqual([':4', 'new'])
    await answerAll()
    expect(pagesAsked().slice(3)).toEqual([2, 1, 3])
    expect(context().former).toBeNull()
  })
})

test('a required actor that was not provided fails with its name', async () => {
  const machine = createPagingMachine<string, Filter>()
  const paging = createActor(machine, { input: { filter: {}, sort: null, pageSize: 10, page: 1 } }).start()
  await new Promise((resolve) => setImmediate(resolve))
  expect(paging.getSnapshot().context.failures[1]).toMatchObject({ message: 'required actor was not provided: "fetchPage"' })
})
