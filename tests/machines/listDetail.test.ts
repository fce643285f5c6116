import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { LoadedDetail } from '#machines/list/listContext.ts'
import { INPUT, pagesWith, QUERY, quietList, type Row, rowOf } from './listFixture.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the open row', () => {
  type Answer = LoadedDetail<Row, string>

  /** A list of the rows a, b and c. */
  function startList() {
    const asked: {
      row: string
      answer(row: Row, trail: string): Promise<void>
      fail(): Promise<void>
      isAborted(): boolean
    }[] = []
    const clock = new SimulatedClock()
    const machine = quietList().provide({
      actors: {
        fetchTrail: fromPromise(
          ({ input, signal }) =>
            new Promise<Answer>((resolve, reject) => {
              asked.push({
                row: input.row.text,
                answer: (row, trail) => {
                  resolve({ row, trail })
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
        findRow: fromPromise(async ({ input }) => ({ row: input.id === 'known' ? rowOf('known') : null, searched: 500 })),
      },
    })
    const list = createActor(machine, { clock, input: INPUT }).start()
    list.send(pagesWith(['a', 'b', 'c'].map((id) => rowOf(id))))
    const open = (id: string) => list.send({ type: 'query.read', query: { ...QUERY, open: id, view: 'inside' } })
    const peek = () => list.send({ type: 'query.read', query: { ...QUERY, view: 'peek' } })
    const snapshot = () => {
      const { value, context } = list.getSnapshot()
      return { state: value.detail, ...context.detail, row: context.detail.row?.text ?? null }
    }
    return { list, clock, asked, open, peek, snapshot }
  }

  test('shows its row at once and its trail when it arrives', async () => {
    const { open, asked, snapshot } = startList()
    open('a')
    expect(snapshot()).toMatchObject({ state: 'loading', row: 'row of a', trail: null })
    await asked[0]?.answer(rowOf('a', 'a anew'), 'trail of a')
    expect(snapshot()).toMatchObject({ state: 'shown', row: 'a anew', trail: 'trail of a' })
  })

  test('is fetched only where the cursor rests while moving from row to row', () => {
    const { list, peek, asked, clock } = startList()
    peek()
    for (const row of [0, 1, 2]) {
      list.send({ type: 'cursor.set', row })
      clock.increment(149)
    }
    clock.increment(1)
    expect(asked.map(({ row }) => row)).toEqual(['row of c'])
  })

  test('drops the late answer of the former row', async () => {
    const { open, asked, snapshot } = startList()
    open('a')
    open('b')
    expect(asked[0]?.isAborted()).toBe(true)
    await asked[1]?.answer(rowOf('b', 'b'), 'trail of b')
    await asked[0]?.answer(rowOf('a', 'a'), 'trail of a')
    expect(snapshot()).toMatchObject({ id: 'b', row: 'b', trail: 'trail of b' })
  })

  test('takes a newer version of the row without fetching again', async () => {
    const { list, peek, clock, asked, snapshot } = startList()
    peek()
    clock.increment(150)
    await asked[0]?.answer(rowOf('a', 'a'), 'trail of a')
    list.send(pagesWith([rowOf('a', 'a notified')]))
    expect(snapshot()).toMatchObject({ state: 'shown', row: 'a notified', trail: 'trail of a' })
    expect(asked).toHaveLength(1)
  })

  test('keeps its row when the trail fails, and retries on request', async () => {
    const { list, open, asked, snapshot } = startList()
    open('a')
    await asked[0]?.fail()
    expect(snapshot()).toMatchObject({ state: 'failed', row: 'row of a', error: { message: 'no answer' } })
    list.send({ type: 'detail.retry' })
    expect(asked).toHaveLength(2)
  })

  test('is looked up on request when it is not in the result', async () => {
    const { list, open, snapshot } = startList()
    open('known')
    expect(snapshot()).toMatchObject({ state: 'missing', row: null })
    list.send({ type: 'detail.find' })
    await settled()
    expect(snapshot()).toMatchObject({ state: 'loading', id: 'known', row: 'row of known' })
  })

  test('is gone when the look-up finds nothing', async () => {
    const { list, open, snapshot } = startList()
    open('unknown')
    list.send({ type: 'detail.find' })
    await settled()
    expect(snapshot()).toMatchObject({ state: 'gone' })
  })
})
