import { describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { Aborted, ApiError } from '../../src/api/errors.ts'
import { readEvents } from '../../src/api/events.ts'
import { json, scriptedApi } from './scriptedApi.ts'

const ANNOUNCED = { announced: ['events' as const] }
const EVENTS = { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }

/** A stream of these pieces that ends, or stays open without further data. */
const said = (pieces: readonly string[], isEnded = true) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      if (isEnded) controller.close()
    },
  })

function listener() {
  const heard: string[] = []
  return { heard, ears: { opened: () => heard.push('(opened)'), heard: (text: string) => heard.push(text) } }
}

describe('a stream of events', () => {
  test('is read however it is split into chunks; other lines are ignored', async () => {
    const { heard, ears } = listener()
    const { api, sent } = scriptedApi(
      new Response(said([': \n\nda', 'ta: payin\n', '\ndata: pay', 'out\n\n: \n\n']), EVENTS),
      ANNOUNCED,
    )
    await api.listen(calls.events, {}, ears, new AbortController().signal)
    expect(heard).toEqual(['(opened)', 'payin', 'payout'])
    expect([sent[0]!.url, sent[0]!.headers.get('merchant-token')]).toEqual(['/api/index/events', 'abc'])
  })

  test('throws without a toast when it is refused or is not a stream', async () => {
    const refused = async (reply: Response) => {
      const { api, effects } = scriptedApi(reply, ANNOUNCED)
      const error = await api.listen(calls.events, {}, listener().ears, new AbortController().signal).catch((cause) => cause)
      return [error instanceof ApiError && error.status, effects]
    }
    expect(await refused(json({ error: 'NOT_FOUND' }, { status: 404 }))).toEqual([404, []])
    expect(await refused(json({ item: null }))).toEqual([200, []])
    expect(await refused(new Response('<html>', { headers: { 'content-type': 'text/html' } }))).toEqual([200, []])
    expect(await refused(json({ error: 'UNAUTHENTICATED' }, { status: 401 }))).toEqual([401, ['clear cookies']])
  })

  test('is cancelled when it is aborted', async () => {
    const stop = new AbortController()
    const { heard, ears } = listener()
    const { api } = scriptedApi(new Response(said(['data: payin\n\n'], false), EVENTS), ANNOUNCED)
    const over = api.listen(calls.events, {}, ears, stop.signal)
    await vi.waitFor(() => expect(heard).toContain('payin'), 15_000)
    stop.abort()
    await over.catch((cause) => expect(cause).toBeInstanceOf(Aborted))
  })

  test('throws when it falls silent', async () => {
    const { ears } = listener()
    const silence = { silence: 20, signal: new AbortController().signal }
    await expect(readEvents(said([': \n\n'], false), ears, silence)).rejects.toThrow('silent')
  })
})
