import { expect, onTestFinished, test, vi } from 'vitest'
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

test('a front that answers for a gateway that is away means a lost connection, until the gateway answers', async () => {
  let gateway = 'away'
  const connection = watchConnection(async (path) =>
    path === '/healthz' ? Response.json({ status: 'ok', gateway }) : new Response('', { status: gateway === 'ok' ? 200 : 502 }),
  )
  await connection.fetch('/api/index/notices')
  await vi.waitFor(() => expect(connection.isLost).toBe(true))
  gateway = 'ok'
  connection.retry()
  await vi.waitFor(() => expect(connection.isLost).toBe(false))
})

test('a blocked stream does not mean a lost connection', async () => {
  const passed: string[] = []
  const { connection, ask } = networkThat((path) => path !== '/api/index/events' && passed.push(path) > 0)
  await ask('/api/index/events')
  await vi.waitFor(() => expect(passed).toEqual(['/healthz']))
  expect(connection.isLost).toBe(false)
})

test('an hour without an answer: one probe at a time, with pauses of at most half a minute, and back at once on demand', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.restoreAllMocks().useRealTimers())
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController()
    setTimeout(() => limit.abort(), ms)
    return limit.signal
  })
  let isUp = false
  const counts = { probes: 0, open: 0, most: 0, changes: 0 }
  // A network that swallows requests.
  const connection = watchConnection((_, init) => {
    if (isUp) return Promise.resolve(new Response('{}'))
    counts.probes++
    counts.most = Math.max(counts.most, ++counts.open)
    const { promise, reject } = Promise.withResolvers<Response>()
    init?.signal?.addEventListener('abort', () => {
      counts.open--
      reject(new DOMException('too slow', 'TimeoutError'))
    })
    return promise
  })
  connection.subscribe(() => counts.changes++)
  const slow = new AbortController()
  const call = connection.fetch('/api/any', { signal: slow.signal }).catch(() => null)
  slow.abort()
  await call
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(connection.isLost).toBe(true)
  expect(counts).toMatchObject({ open: 0, most: 1, changes: 1 })
  expect(counts.probes).toBeGreaterThan(60)
  expect(counts.probes).toBeLessThan(120)
  isUp = true
  connection.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect([connection.isLost, counts.changes]).toEqual([false, 2])
})

test('asked to probe during a probe: another one follows at once', async () => {
  const answers: PromiseWithResolvers<Response>[] = []
  const connection = watchConnection(() => {
    const answer = Promise.withResolvers<Response>()
    answers.push(answer)
    return answer.promise
  })
  const call = connection.fetch('/api/any').catch(() => null)
  answers[0]!.reject(new TypeError('Failed to fetch'))
  await call
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]!.reject(new TypeError('Failed to fetch'))
  await vi.waitFor(() => expect(connection.isLost).toBe(true))
  const asked = [connection.retry()]
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  asked.push(connection.retry())
  answers[2]!.reject(new TypeError('Failed to fetch'))
  await vi.waitFor(() => expect(answers).toHaveLength(4))
  answers[3]!.resolve(new Response('{}'))
  await Promise.all(asked)
  expect([connection.isLost, answers.length]).toEqual([false, 4])
})

test('a connection that is lost again is probed as soon as the first time', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let isUp = false
  let probes = 0
  const { connection, ask } = networkThat((path) => {
    if (path === '/healthz') probes++
    return isUp
  })
  const lose = async () => {
    isUp = false
    await ask('/api/any')
    await vi.advanceTimersByTimeAsync(0)
    probes = 0
  }
  await lose()
  await vi.advanceTimersByTimeAsync(20_000)
  // After three, six and twelve seconds: the third one is still to come.
  expect([connection.isLost, probes]).toEqual([true, 2])
  isUp = true
  await ask('/api/any')
  await lose()
  await vi.advanceTimersByTimeAsync(3_000)
  expect([connection.isLost, probes]).toEqual([true, 1])
})
