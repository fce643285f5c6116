import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { createExportMachine, type ExportEvent } from '#machines/exporting/exportMachine.ts'
import { createSummaryMachine, type SummaryEvent } from '#machines/paging/summaryMachine.ts'
import { pathsOf } from './paths.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

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

test('only the first request of a summary says so, also after a failure', async () => {
  const asked: [string, boolean][] = []
  const machine = createSummaryMachine<number, string>().provide({
    actors: {
      fetchSummary: fromPromise(async ({ input: { filter, isFirst } }) => {
        asked.push([filter, isFirst])
        throw new Error('no answer')
      }),
    },
  })
  const summary = createActor(machine).start()
  summary.send({ type: 'summary.ask', filter: 'a' })
  // No answer has come yet.
  summary.send({ type: 'summary.ask', filter: 'b' })
  await settled()
  summary.send({ type: 'summary.retry' })
  expect(asked).toEqual([
    ['a', true],
    ['b', true],
    ['b', false],
  ])
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
