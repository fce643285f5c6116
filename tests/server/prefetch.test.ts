import { expect, test } from 'vitest'
import { prefetch } from '../../server/db/prefetch.ts'

test('the next batch is sent for before this one is used, although the driver sends late', async () => {
  const log: string[] = []
  async function* batches() {
    for (const n of [1, 2, 3]) {
      await new Promise<void>((resolve) => process.nextTick(resolve))
      log.push(`sent ${n}`)
      yield n
    }
  }
  for await (const n of prefetch(batches())) log.push(`used ${n}`)
  expect(log).toEqual(['sent 1', 'sent 2', 'used 1', 'sent 3', 'used 2', 'used 3'])
})

test('an error of a batch comes after the batches before it, and none when the consumer has stopped', async () => {
  async function* batches() {
    yield 1
    throw new Error('lost')
  }
  const used: number[] = []
  const reading = (async () => {
    for await (const n of prefetch(batches())) used.push(n)
  })()
  await expect(reading).rejects.toThrow('lost')
  expect(used).toEqual([1])
  for await (const n of prefetch(batches())) {
    expect(n).toBe(1)
    break
  }
})
