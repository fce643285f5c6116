import { expect, test } from 'vitest'
import { createInTurn } from '../../server/changes/inTurn.ts'

test('so many works run at once, and the others start in the order of their calls, also after one that fails', async () => {
  const inTurn = createInTurn(2)
  const works = Array.from({ length: 5 }, () => Promise.withResolvers<number>())
  const started: number[] = []
  const results = works.map(({ promise }, n) =>
    inTurn(() => {
      started.push(n)
      return promise
    }).catch((error: Error) => error.message),
  )
  expect(started).toEqual([0, 1])
  works[1]!.reject(new Error('refused'))
  expect(await results[1]).toBe('refused')
  await Promise.resolve()
  expect(started).toEqual([0, 1, 2])
  works[0]!.resolve(0)
  works[2]!.resolve(2)
  expect(await Promise.all([results[0], results[2]])).toEqual([0, 2])
  works[3]!.resolve(3)
  works[4]!.resolve(4)
  expect(await Promise.all(results)).toEqual([0, 'refused', 2, 3, 4])
  expect(started).toEqual([0, 1, 2, 3, 4])
  expect(await inTurn(async () => 5)).toBe(5)
})
