import type { Feature } from '#contract/features.ts'
import { createApi } from '../../src/api/client.ts'
import type { ApiError } from '../../src/api/errors.ts'
import { toPage } from '../../src/api/page.ts'

export interface Sent {
  url: string
  method: string
  headers: Headers
  body: string | null
  credentials: RequestCredentials | undefined
}

type Answer = Response | Promise<Response> | ((sent: Sent, signal: AbortSignal | null) => Response | Promise<Response>)

export const ORIGIN = 'https://console.example'

export const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { ...init, headers: { 'content-type': 'application/json', ...init.headers } })

/** A reply after a redirect, which the Response constructor cannot set. */
export const redirected = (reply: Response): Response => Object.defineProperty(reply, 'redirected', { value: true })

/** The real client with scripted answers and recorded effects. */
export function scriptedApi(
  answer: Answer,
  { token = 'abc' as string | null, mapsHosts = [] as string[], now = (): number => 0, announced = [] as Feature[] } = {},
) {
  const sent: Sent[] = []
  const effects: string[] = []
  const shown: ApiError[] = []
  const api = createApi({
    fetch: async (input, init = {}) => {
      const request = new Request(new URL(String(input), ORIGIN), { ...init, signal: null })
      const one: Sent = {
        url: String(input),
        method: request.method,
        headers: request.headers,
        body: request.body === null ? null : await request.text(),
        credentials: init.credentials,
      }
      sent.push(one)
      return typeof answer === 'function' ? answer(one, init.signal ?? null) : answer
    },
    origin: ORIGIN,
    features: {
      has: (feature) => announced.includes(feature),
      announce: (names) => effects.push(`announce ${names}`),
    },
    token: () => token,
    language: () => 'id',
    systemConfig: () => ({
      mapsKey: '',
      mapsHosts,
      contactHighlight: {},
      smsHighlight: {},
      openConfig: { hiddenMenus: [], docUrl: null },
      sandbox: null,
      softphone: null,
    }),
    clock: { now, compare() {} },
    newIdempotencyKey: () => 'new-key',
    failureText: (code) => `words for ${code}`,
    effects: {
      notify: (error, { stays }) => {
        shown.push(error)
        effects.push(stays ? 'notify until dismissed' : 'notify')
      },
      clearCookies: () => effects.push('clear cookies'),
      logout: () => effects.push('logout'),
      redirect: (path) => effects.push(`redirect ${path}`),
    },
  })
  // Replies stay as they are: `tests/api` tests the readers.
  api.readWith(() => ({ item: (_, data) => data, page: (_, reply) => toPage(reply) }))
  return { api, sent, effects, shown }
}
