import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { CheckedEntries, LedgerBreak } from '#contract/rows/ledger.ts'
import { type ChainEvent, chainMachine } from '#machines/chain/chainMachine.ts'
import { pathsOf } from './paths.ts'

const left = { seq: '9', available: '1.00', total: '1.00', payinFreeze: '0.00', payoutFreeze: '0.00' }
const broken = (seq: string, at: 'inside' | 'end' = 'inside'): LedgerBreak => ({
  id: `id ${seq}`,
  seq,
  platOrderNo: seq,
  previous: at === 'inside' ? left : null,
  account: at === 'end' ? left : null,
})
const part = (upto: string, last: string, breaks: LedgerBreak[] = []): CheckedEntries => ({
  upto,
  last,
  isEnd: upto === last,
  breaks,
})
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('the shortest path into every state', () => {
  const machine = chainMachine.provide({ guards: { isUnknownCall: (_, { error }) => error === 'unknown' } })
  const done = (label: string, output: CheckedEntries) =>
    ({ type: 'xstate.done.actor.checkPart', output, label }) as unknown as ChainEvent
  const failed = (error: string) => ({ type: 'xstate.error.actor.checkPart', error, label: error }) as unknown as ChainEvent
  const after = (delay: string, state: string) => ({ type: `xstate.after.${delay}.chain.${state}` }) as unknown as ChainEvent
  const events = [
    { type: 'page.hidden' as const },
    { type: 'page.shown' as const },
    { type: 'chain.goOn' as const },
    after('pause', 'resting'),
    after('retryDelay', 'failed'),
    done('part', part('5', '9')),
    done('end', part('9', '9')),
    failed('unknown'),
    failed('no answer'),
  ]
  expect(pathsOf(machine, events, undefined, ({ upto }) => upto)).toMatchInlineSnapshot(`
    "⇒ "resting" 0
    page.hidden ⇒ "hidden" 0
    xstate.after.pause.chain.resting ⇒ "checking" 0
    xstate.after.pause.chain.resting → part ⇒ "resting" 5
    xstate.after.pause.chain.resting → end ⇒ "checked" 9
    xstate.after.pause.chain.resting → unknown ⇒ "unaided" 0
    xstate.after.pause.chain.resting → no answer ⇒ "failed" 0
    xstate.after.pause.chain.resting → part → page.hidden ⇒ "hidden" 5
    xstate.after.pause.chain.resting → part → xstate.after.pause.chain.resting ⇒ "checking" 5
    xstate.after.pause.chain.resting → end → chain.goOn ⇒ "checking" 9
    xstate.after.pause.chain.resting → part → xstate.after.pause.chain.resting → unknown ⇒ "unaided" 5
    xstate.after.pause.chain.resting → part → xstate.after.pause.chain.resting → no answer ⇒ "failed" 5
    xstate.after.pause.chain.resting → end → chain.goOn → page.hidden ⇒ "hidden" 9
    xstate.after.pause.chain.resting → end → chain.goOn → unknown ⇒ "unaided" 9
    xstate.after.pause.chain.resting → end → chain.goOn → no answer ⇒ "failed" 9
    xstate.after.pause.chain.resting → end → chain.goOn → page.hidden → page.shown ⇒ "resting" 9"
  `)
})

describe('the chain check', () => {
  function chainOver(answers: (CheckedEntries | Error)[]) {
    const asked: string[] = []
    const clock = new SimulatedClock()
    const checkPart = fromPromise<CheckedEntries, { after: string }>(async ({ input }) => {
      asked.push(input.after)
      const answer = answers.shift()
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('nothing more')
      return answer
    })
    const actor = createActor(chainMachine.provide({ actors: { checkPart } }), { clock }).start()
    const step = async (ms: number) => {
      clock.increment(ms)
      await settled()
    }
    return { actor, asked, step }
  }

  test('runs part by part, and after a refresh continues from where it was', async () => {
    const { actor, asked, step } = chainOver([
      part('5', '9', [broken('3')]),
      part('9', '9', [broken('9', 'end')]),
      part('12', '12'),
    ])
    await step(250)
    expect(actor.getSnapshot().context).toEqual({ upto: '5', last: '9', breaks: [broken('3')] })
    await step(250)
    expect(actor.getSnapshot().value).toBe('checked')
    actor.send({ type: 'chain.goOn' })
    await settled()
    expect(asked).toEqual(['0', '5', '9'])
    // A mismatch at the former end is dropped.
    expect(actor.getSnapshot().context).toEqual({ upto: '12', last: '12', breaks: [broken('3')] })
  })

  test('stops while the page is hidden', async () => {
    const { actor, asked, step } = chainOver([part('9', '9')])
    actor.send({ type: 'page.hidden' })
    await step(60_000)
    expect(asked).toEqual([])
    actor.send({ type: 'page.shown' })
    await step(250)
    expect(actor.getSnapshot().value).toBe('checked')
  })

  test('is retried after a failure, but not when the gateway has no such call', async () => {
    const { actor, asked, step } = chainOver([new Error('no answer'), part('9', '9')])
    await step(250)
    expect(actor.getSnapshot().value).toBe('failed')
    await step(10_000)
    expect([actor.getSnapshot().value, asked]).toEqual(['checked', ['0', '0']])
  })
})
