import { expect, test } from 'vitest'
import { createToasts } from '../../src/notices/toasts.ts'

test('an immediate repeat increments the count, a later repeat is a new toast', () => {
  const clock = { time: 0, now: () => clock.time }
  const toasts = createToasts(clock)
  const error = { tone: 'error', title: 'Error Message', text: 'Server response 500' } as const
  for (let n = 0; n < 5; n++) toasts.show(error)
  expect(toasts.log.map(({ text, times }) => [text, times])).toEqual([['Server response 500', 5]])
  clock.time = 1_500
  toasts.show(error)
  toasts.show({ tone: 'done', text: 'Copied' })
  expect(toasts.log.map(({ text, times }) => [text, times])).toEqual([
    ['Copied', 1],
    ['Server response 500', 1],
    ['Server response 500', 5],
  ])
})

test('repeats are counted across other toasts', () => {
  const toasts = createToasts({ now: () => 0 })
  for (const text of ['one', 'other', 'one', 'third', 'other']) toasts.show({ tone: 'error', text })
  expect(toasts.log.map(({ id, text, times }) => [id, text, times])).toEqual([
    [2, 'other', 2],
    [3, 'third', 1],
    [1, 'one', 2],
  ])
})

test('a message about money stays, though the same text was shown just before; the newest action is kept', () => {
  const toasts = createToasts({ now: () => 0 })
  const failure = { tone: 'error', title: 'Error Message', text: 'Server response 503' } as const
  toasts.show(failure)
  toasts.show({ ...failure, stays: true, topic: 'C1' })
  expect(toasts.log.map(({ times, stays }) => [times, stays])).toEqual([
    [1, true],
    [1, undefined],
  ])
  const runs: number[] = []
  for (const nth of [1, 2]) toasts.show({ tone: 'done', text: 'Marked', action: { title: 'Undo', run: () => runs.push(nth) } })
  toasts.log[0]!.action!.run()
  expect(toasts.log[0]!.times).toBe(2)
  expect(runs).toEqual([2])
})

test('a settled toast is removed and stays in the log; a repeat is a new toast', () => {
  const toasts = createToasts({ now: () => 0 })
  let changes = 0
  toasts.subscribe(() => changes++)
  const wrong = { tone: 'error', text: 'Wrong password', stays: true, topic: 'C1' } as const
  toasts.show(wrong)
  toasts.show({ tone: 'error', text: 'another', topic: 'C2' })
  toasts.dismiss('C1')
  toasts.dismiss('C1')
  toasts.show(wrong)
  expect(changes).toBe(4)
  expect(toasts.log.map(({ text, times, isDismissed: isSettled = false }) => [text, times, isSettled])).toEqual([
    ['Wrong password', 1, false],
    ['another', 1, false],
    ['Wrong password', 1, true],
  ])
})
