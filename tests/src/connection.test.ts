import { expect, test, vi } from 'vitest'
import { watchConnection } from '../../src/state/connection.ts'

/** A network that lets through what the test says. */
function networkThat(passes: (path: string) => boolean) {
  const connection = watchConnection(async (path) => {
    if (!passes(String(path))) throw new TypeError('Failed to fetch')
    return new Response('{}')
  })
  const ask = (path: string) => connection.fetch(path).catch(() => null)
  return { connection, ask }
}

test('a call that is not let through says that the connection is lost when nothing else is', async () => {
  let isUp = false
  const { connection, ask } = networkThat(() => isUp)
  await ask('/api/index/notices')
  await vi.waitFor(() => expect(connection.isLost).toBe(true))
  isUp = true
  await ask('/api/index/notices')
  expect(connection.isLost).toBe(false)
})

test('a stream that something on the way does not let through leaves the others their connection', async () => {
  const passed: string[] = []
  const { connection, ask } = networkThat((path) => path !== '/api/index/events' && passed.push(path) > 0)
  await ask('/api/index/events')
  await vi.waitFor(() => expect(passed).toEqual(['/healthz']))
  expect(connection.isLost).toBe(false)
})
