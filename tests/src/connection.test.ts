import { expect, test, vi } from 'vitest'
import { watchConnection } from '../../src/state/connection.ts'

/** A network that answers the paths the test allows. */
function networkThat(passes: (path: string) => boolean) {
  const connection = watchConnection(async (path) => {
    if (!passes(String(path))) throw new TypeError('Failed to fetch')
    return new Response('{}')
  })
  const ask = (path: string) => connection.fetch(path).catch(() => null)
  return { connection, ask }
}

test('a blocked call means a lost connection when the probe fails too', async () => {
  let isUp = false
  const { connection, ask } = networkThat(() => isUp)
  await ask('/api/index/notices')
  await vi.waitFor(() => expect(connection.isLost).toBe(true))
  isUp = true
  await ask('/api/index/notices')
  expect(connection.isLost).toBe(false)
})

test('a blocked stream does not mean a lost connection', async () => {
  const passed: string[] = []
  const { connection, ask } = networkThat((path) => path !== '/api/index/events' && passed.push(path) > 0)
  await ask('/api/index/events')
  await vi.waitFor(() => expect(passed).toEqual(['/healthz']))
  expect(connection.isLost).toBe(false)
})
