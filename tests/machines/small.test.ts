import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { OptionTexts } from '#contract/options.ts'
import type { Notice } from '#contract/rows/notices.ts'
import { noticesMachine } from '#machines/notices/noticesMachine.ts'
import { optionsMachine } from '#machines/options/optionsMachine.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('option lists', () => {
  const texts: OptionTexts = { PayChannel: { VA_BCA: 'BCA' }, RecordType: { WITHDRAW: 'Withdraw' } }

  function optionsFrom(...answers: (OptionTexts | null | Error)[]) {
    const calls: number[] = []
    const load = fromPromise<OptionTexts | null, void>(async () => {
      const answer = answers[calls.push(1) - 1] ?? null
      if (answer instanceof Error) throw answer
      return answer
    })
    return { actor: createActor(optionsMachine.provide({ actors: { load } })).start(), calls }
  }

  test('are loaded once for all screens, as arrays and raw', async () => {
    const { actor, calls } = optionsFrom(texts)
    actor.send({ type: 'options.need' })
    actor.send({ type: 'options.need' })
    await settled()
    actor.send({ type: 'options.need' })
    expect(calls).toHaveLength(1)
    expect(actor.getSnapshot().context.options).toEqual({
      PayChannel: [{ key: 'VA_BCA', value: 'BCA' }],
      RecordType: [{ key: 'WITHDRAW', value: 'Withdraw' }],
      raw: texts,
    })
  })

  test('stay unchanged when the answer is empty or the call fails, and the next need retries', async () => {
    const { actor, calls } = optionsFrom({}, null, new Error('no answer'), texts)
    const before = actor.getSnapshot().context.options
    for (let n = 0; n < 3; n++) {
      actor.send({ type: 'options.need' })
      await settled()
      expect(actor.getSnapshot().context.options).toBe(before)
    }
    actor.send({ type: 'options.need' })
    await settled()
    expect(calls).toHaveLength(4)
    expect(actor.getSnapshot().context.options.raw).toBe(texts)
  })

  test('are fetched again for another language', async () => {
    const { actor, calls } = optionsFrom(texts, texts)
    actor.send({ type: 'options.need' })
    await settled()
    actor.send({ type: 'options.forget' })
    expect(actor.getSnapshot().context.options).toEqual({})
    await settled()
    expect(calls).toHaveLength(2)
    expect(Object.keys(actor.getSnapshot().context.options)).toHaveLength(3)
  })
})

describe('notices', () => {
  const notice = (id: string, type: string): Notice => ({
    id,
    kind: null,
    type,
    title: '',
    description: '',
    datetime: '',
    read: false,
    notifyType: null,
    notifyMsg: null,
    loanAppId: null,
  })
  const five = [
    notice('1', 'message'),
    notice('2', 'todo'),
    notice('3', 'message'),
    notice('4', 'notification'),
    notice('5', 'todo'),
  ]

  /** Past the first fetch, unless stated otherwise. */
  function noticesFrom({
    answer = async () => five,
    clear = async () => ({ remaining: 3 }),
    isBegun = true,
  }: {
    answer?: () => Promise<Notice[]>
    clear?: (type: string) => Promise<{ remaining: number }>
    isBegun?: boolean
  } = {}) {
    const counts: number[] = []
    const asked: string[] = []
    const clock = new SimulatedClock()
    const machine = noticesMachine.provide({
      actors: {
        fetchNotices: fromPromise<Notice[], void>(async () => {
          asked.push('fetch')
          return answer()
        }),
        clearNotices: fromPromise<{ remaining: number | null }, { type: string }>(async ({ input }) => {
          asked.push(`clear ${input.type}`)
          return clear(input.type)
        }),
      },
      actions: { count: (_, { count }) => void counts.push(count) },
    })
    const actor = createActor(machine, { clock }).start()
    if (isBegun) actor.send({ type: 'notices.fetch' })
    return { actor, clock, counts, asked }
  }

  const idsOf = (actor: ReturnType<typeof noticesFrom>['actor']) => actor.getSnapshot().context.items.map(({ id }) => id)

  test('are first fetched once the stream is open or known to be missing, and not twice', async () => {
    const streamed = noticesFrom({ isBegun: false })
    await settled()
    expect(streamed.asked).toEqual([])
    streamed.actor.send({ type: 'notices.follow', isFollowed: true })
    await settled()
    streamed.clock.increment(29_999)
    await settled()
    expect(streamed.asked).toEqual(['fetch'])

    const alone = noticesFrom({ isBegun: false })
    alone.actor.send({ type: 'notices.follow', isFollowed: false })
    await settled()
    expect(alone.asked).toEqual(['fetch'])

    const held = noticesFrom({ isBegun: false })
    held.clock.increment(9_999)
    expect(held.asked).toEqual([])
    held.clock.increment(1)
    await settled()
    expect(held.asked).toEqual(['fetch'])
  })

  test('are fetched once more when the stream reports during a fetch', async () => {
    const { actor, asked } = noticesFrom()
    actor.send({ type: 'notices.fetch' })
    actor.send({ type: 'notices.fetch' })
    await settled()
    expect(asked).toEqual(['fetch', 'fetch'])
    actor.send({ type: 'notices.clear', kind: 'todo' })
    actor.send({ type: 'notices.fetch' })
    await settled()
    expect(asked).toEqual(['fetch', 'fetch', 'clear todo', 'fetch'])
  })

  test('clearing removes only its type, at once, and updates the count', async () => {
    const { actor, counts, asked } = noticesFrom()
    await settled()
    actor.send({ type: 'notices.clear', kind: 'message' })
    expect(idsOf(actor)).toEqual(['2', '4', '5'])
    await settled()
    expect([asked, counts]).toEqual([
      ['fetch', 'clear message'],
      [5, 3],
    ])
  })

  test('clearing during a fetch is not lost, nor is the fetch', async () => {
    let here = five
    const { actor, clock, asked } = noticesFrom({
      answer: async () => here,
      clear: async (type) => {
        here = [notice('6', 'notification'), ...five.filter((one) => one.type !== type)]
        return { remaining: 3 }
      },
    })
    await settled()
    clock.increment(30_000)
    actor.send({ type: 'notices.clear', kind: 'message' })
    expect(idsOf(actor)).toEqual(['2', '4', '5'])
    await settled()
    expect(asked).toEqual(['fetch', 'fetch', 'clear message', 'fetch'])
    expect(idsOf(actor)).toEqual(['6', '2', '4', '5'])
  })

  test('are fetched once more after a clear that leaves others than those of the list', async () => {
    let here = five
    const { actor, counts, asked } = noticesFrom({
      answer: async () => here,
      clear: async (type) => {
        here = type === 'message' ? five.filter((one) => one.type !== type) : [notice('0', 'notification')]
        return { remaining: here.length }
      },
    })
    await settled()
    for (const kind of ['message', 'todo', 'notification']) actor.send({ type: 'notices.clear', kind })
    await settled()
    expect(asked).toEqual(['fetch', 'clear message', 'clear todo', 'clear notification', 'fetch'])
    expect([idsOf(actor), counts.at(-1)]).toEqual([['0'], 1])
  })

  test('are restored when the gateway refuses to clear them', async () => {
    const { actor, counts } = noticesFrom({ clear: () => Promise.reject(new Error('no')) })
    await settled()
    actor.send({ type: 'notices.clear', kind: 'todo' })
    await settled()
    expect(idsOf(actor)).toEqual(['1', '2', '3', '4', '5'])
    expect(counts).toEqual([5, 3, 5])
  })

  test('of several types are cleared one call after the other, and only a refused type is restored', async () => {
    const { actor, counts, asked } = noticesFrom({
      clear: async (type) => {
        if (type === 'message') throw new Error('no')
        return { remaining: type === 'todo' ? 3 : 2 }
      },
    })
    await settled()
    for (const kind of ['todo', 'message', 'message', 'notification']) actor.send({ type: 'notices.clear', kind })
    expect(idsOf(actor)).toEqual([])
    expect(asked).toEqual(['fetch', 'clear todo'])
    await settled()
    expect(asked).toEqual(['fetch', 'clear todo', 'clear message', 'clear notification'])
    expect(idsOf(actor)).toEqual(['1', '3'])
    expect(counts).toEqual([5, 3, 1, 1, 0, 2])
  })

  test('with a stream, are fetched when it opens, on its events, and every 30 s', async () => {
    const { actor, clock, asked } = noticesFrom()
    await settled()
    actor.send({ type: 'notices.follow', isFollowed: true })
    await settled()
    actor.send({ type: 'notices.follow', isFollowed: true })
    clock.increment(29_999)
    expect(asked).toEqual(['fetch', 'fetch'])
    actor.send({ type: 'notices.fetch' })
    await settled()
    expect(asked).toHaveLength(3)
    actor.send({ type: 'notices.follow', isFollowed: false })
    clock.increment(29_999)
    expect(asked).toHaveLength(3)
    clock.increment(1)
    // The stream reports again, and the answer in flight may be stale.
    actor.send({ type: 'notices.follow', isFollowed: true })
    await settled()
    expect(asked).toHaveLength(5)
  })

  test('are polled every 30 s in a visible tab and every 120 s in a hidden one', async () => {
    const { actor, clock, asked } = noticesFrom()
    await settled()
    clock.increment(29_999)
    expect(asked).toHaveLength(1)
    clock.increment(1)
    actor.send({ type: 'tab.hidden' })
    await settled()
    expect(asked).toHaveLength(2)
    clock.increment(119_999)
    expect(asked).toHaveLength(2)
    clock.increment(1)
    await settled()
    expect(asked).toHaveLength(3)
    actor.send({ type: 'tab.shown' })
    await settled()
    expect(asked).toHaveLength(4)
  })

  test('are polled every 30 s again in a tab that was hidden and shown after the session had ended', async () => {
    let isSignedOut = true
    const { actor, clock, asked } = noticesFrom({
      answer: async () => {
        if (isSignedOut) throw Object.assign(new Error('signed out'), { status: 401 })
        return five
      },
    })
    await settled()
    actor.send({ type: 'tab.hidden' })
    actor.send({ type: 'tab.shown' })
    isSignedOut = false
    actor.send({ type: 'notices.fetch' })
    await settled()
    clock.increment(30_000)
    await settled()
    expect(asked).toHaveLength(3)
  })
})
