import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { createDetailMachine, type DetailEvent, type LoadedDetail } from '#machines/detail/detailMachine.ts'
import { createExportMachine, type ExportEvent } from '#machines/exporting/exportMachine.ts'
import { createSummaryMachine, type SummaryEvent } from '#machines/paging/summaryMachine.ts'
import { pathsOf } from './paths.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the open row', () => {
  type Answer = LoadedDetail<string, string>

  function detailIn() {
    const asked: { row: string; answer(found: Answer): Promise<void>; fail(): Promise<void>; isAborted(): boolean }[] = []
    const clock = new SimulatedClock()
    const machine = createDetailMachine<string, string>().provide({
      actors: {
        fetchTrail: fromPromise(
          ({ input, signal }) =>
            new Promise<Answer>((resolve, reject) => {
              asked.push({
                row: input.row,
                answer: (found) => {
                  resolve(found)
                  return settled()
                },
                fail: () => {
                  reject(new Error('no answer'))
                  return settled()
                },
                isAborted: () => signal.aborted,
              })
            }),
        ),
        findRow: fromPromise(async ({ input }) => (input.id === 'known' ? 'row of known' : null)),
      },
    })
    const detail = createActor(machine, { clock }).start()
    const open = (id: string) => detail.send({ type: 'detail.open', id, row: `row of ${id}` })
    const follow = (id: string) => detail.send({ type: 'detail.follow', id, row: `row of ${id}` })
    const snapshot = () => ({ state: detail.getSnapshot().value, ...detail.getSnapshot().context })
    return { detail, clock, asked, open, follow, snapshot }
  }

  test('has these paths', () => {
    const done = (id: string, output: unknown, label: string) => ({ type: `xstate.done.actor.${id}`, output, label })
    const events = [
      { type: 'detail.open', id: 'a', row: 'row' },
      { type: 'detail.follow', id: 'a', row: 'row' },
      { type: 'detail.miss', id: 'a' },
      { type: 'detail.find' },
      { type: 'detail.retry' },
      { type: 'detail.close' },
      { type: 'xstate.after.settleDelay.detail.settling' },
      done('fetchTrail', { row: 'row', trail: 'trail' }, 'trail'),
      { type: 'xstate.error.actor.fetchTrail', error: new Error('no answer') },
      done('findRow', 'row', 'found'),
      done('findRow', null, 'there is none'),
      { type: 'xstate.error.actor.findRow', error: new Error('no answer') },
    ] as unknown as DetailEvent<string>[]
    expect(pathsOf(createDetailMachine<string, string>(), events)).toMatchInlineSnapshot(`
      "⇒ "closed"
      detail.open ⇒ "loading"
      detail.follow ⇒ "settling"
      detail.miss ⇒ "missing"
      detail.open → trail ⇒ "shown"
      detail.open → xstate.error.actor.fetchTrail ⇒ "failed"
      detail.miss → detail.find ⇒ "finding"
      detail.miss → detail.find → there is none ⇒ "gone"
      detail.miss → detail.find → xstate.error.actor.findRow ⇒ "unfound""
    `)
  })

  test('shows its row at once and its trail when it arrives', async () => {
    const { open, asked, snapshot } = detailIn()
    open('a')
    expect(snapshot()).toMatchObject({ state: 'loading', row: 'row of a', trail: null })
    await asked[0]?.answer({ row: 'a anew', trail: 'trail of a' })
    expect(snapshot()).toMatchObject({ state: 'shown', row: 'a anew', trail: 'trail of a' })
  })

  test('is fetched only where the cursor rests while moving from row to row', () => {
    const { follow, asked, clock } = detailIn()
    for (const id of ['a', 'b', 'c']) {
      follow(id)
      clock.increment(149)
    }
    clock.increment(1)
    expect(asked.map(({ row }) => row)).toEqual(['row of c'])
  })

  test('drops the late answer of the former row', async () => {
    const { open, asked, snapshot } = detailIn()
    open('a')
    open('b')
    expect(asked[0]?.isAborted()).toBe(true)
    await asked[1]?.answer({ row: 'b', trail: 'trail of b' })
    await asked[0]?.answer({ row: 'a', trail: 'trail of a' })
    expect(snapshot()).toMatchObject({ id: 'b', row: 'b', trail: 'trail of b' })
  })

  test('takes a newer version of the row without fetching again', async () => {
    const { detail, open, asked, snapshot } = detailIn()
    open('a')
    await asked[0]?.answer({ row: 'a', trail: 'trail of a' })
    detail.send({ type: 'detail.follow', id: 'a', row: 'a notified' })
    expect(snapshot()).toMatchObject({ state: 'shown', row: 'a notified', trail: 'trail of a' })
    expect(asked).toHaveLength(1)
  })

  test('keeps its row when the trail fails, and retries on request', async () => {
    const { detail, open, asked, snapshot } = detailIn()
    open('a')
    await asked[0]?.fail()
    expect(snapshot()).toMatchObject({ state: 'failed', row: 'row of a', error: { message: 'no answer' } })
    detail.send({ type: 'detail.retry' })
    expect(asked).toHaveLength(2)
  })

  test('is looked up on request when it is not in the result', async () => {
    const { detail, snapshot } = detailIn()
    detail.send({ type: 'detail.miss', id: 'known' })
    expect(snapshot()).toMatchObject({ state: 'missing', row: null })
    detail.send({ type: 'detail.find' })
    await settled()
    expect(snapshot()).toMatchObject({ state: 'loading', id: 'known', row: 'row of known' })
  })

  test('is gone when the look-up finds nothing', async () => {
    const { detail, snapshot } = detailIn()
    detail.send({ type: 'detail.miss', id: 'unknown' })
    detail.send({ type: 'detail.find' })
    await settled()
    expect(snapshot()).toMatchObject({ state: 'gone' })
  })
})

describe('the summary of a query', () => {
  type Event = SummaryEvent<string>

  test('has these paths', () => {
    const events = [
      { type: 'summary.ask', filter: 'a' },
      { type: 'summary.retry' },
      { type: 'xstate.done.actor.fetchSummary', output: 1 },
      { type: 'xstate.error.actor.fetchSummary', error: new Error('no answer') },
    ] as unknown as Event[]
    expect(pathsOf(createSummaryMachine<number, string>(), events)).toMatchInlineSnapshot(`
      "⇒ "idle"
      summary.ask ⇒ "loading"
      summary.ask → xstate.done.actor.fetchSummary ⇒ "shown"
      summary.ask → xstate.error.actor.fetchSummary ⇒ "failed""
    `)
  })

  test('is never that of another query', async () => {
    const answers: ((summary: number) => void)[] = []
    const machine = createSummaryMachine<number, string>().provide({
      actors: { fetchSummary: fromPromise(() => new Promise<number>((resolve) => answers.push(resolve))) },
    })
    const summary = createActor(machine).start()
    summary.send({ type: 'summary.ask', filter: 'a' })
    summary.send({ type: 'summary.ask', filter: 'b' })
    answers[0]?.(1)
    await settled()
    expect(summary.getSnapshot().context).toMatchObject({ filter: 'b', summary: null })
    answers[1]?.(2)
    await settled()
    expect(summary.getSnapshot().context).toMatchObject({ filter: 'b', summary: 2 })
  })
})

describe('an export file', () => {
  type Event = ExportEvent<string>

  test('has these paths', () => {
    const events = [
      { type: 'export.start', request: 'a' },
      { type: 'export.cancel' },
      { type: 'file.arrived', name: 'a.csv', blob: new Blob() },
      { type: 'file.failed', error: new Error('no answer') },
    ] as Event[]
    const machine = createExportMachine<string>().provide({ actions: { save: () => {} } })
    expect(pathsOf(machine, events)).toMatchInlineSnapshot(`
      "⇒ "idle"
      export.start ⇒ "fetching"
      export.start → file.failed ⇒ "failed""
    `)
  })

  test('is saved when it has arrived, and not when it was cancelled', () => {
    const saved: (string | null)[] = []
    const running: ((event: Event) => void)[] = []
    const stopped: string[] = []
    const machine = createExportMachine<string>().provide({
      actors: {
        fetchFile: fromCallback<Event, { request: string }>(({ sendBack, input }) => {
          running.push(sendBack)
          return () => void stopped.push(input.request)
        }),
      },
      actions: { save: (_, { name }) => void saved.push(name) },
    })
    const file = createActor(machine).start()
    file.send({ type: 'export.start', request: 'a' })
    running[0]?.({ type: 'file.grew', done: 3, all: 10 })
    expect(file.getSnapshot().context).toMatchObject({ done: 3, all: 10 })
    file.send({ type: 'export.cancel' })
    expect(stopped).toEqual(['a'])
    file.send({ type: 'export.start', request: 'b' })
    expect(file.getSnapshot().context).toMatchObject({ done: 0, all: null })
    running[1]?.({ type: 'file.arrived', name: 'b.csv', blob: new Blob(['x']) })
    expect([saved, file.getSnapshot().value]).toEqual([['b.csv'], 'idle'])
  })
})
