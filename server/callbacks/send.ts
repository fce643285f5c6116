import { errors, request } from 'undici'
import type { AttemptOutcome } from '#contract/rows.ts'
import type { Clock } from '../clock.ts'
import { type Guard, RefusedAddress } from './guard.ts'
import type { CallbackMessage } from './message.ts'
import { parseRetryAfter } from './retrySchedule.ts'

/** How one attempt ended. */
export interface AttemptResult {
  outcome: Exclude<AttemptOutcome, 'SENDING'>
  /** HTTP status of the answer. */
  status: number | null
  /** Milliseconds. */
  latency: number
  error: string | null
  /** The first 16 KiB of the answer. */
  response: string | null
  /** Milliseconds the merchant asks to be left alone. */
  retryAfterMs: number
}

export const KEPT_BYTES = 16 * 1024

/** Posts the message and judges the answer. Never throws: whatever goes wrong is an ending. */
export async function send(
  address: string,
  message: CallbackMessage,
  { guard, clock, stop, limitMs }: { guard: Guard; clock: Clock; stop: AbortSignal; limitMs: number },
): Promise<AttemptResult> {
  const started = performance.now()
  const limit = AbortSignal.timeout(limitMs)
  const ending = (outcome: AttemptResult['outcome'], rest: Partial<AttemptResult> = {}): AttemptResult => ({
    outcome,
    status: null,
    error: null,
    response: null,
    retryAfterMs: 0,
    ...rest,
    latency: Math.round(performance.now() - started),
  })
  try {
    const url = guard.check(address)
    const signal = AbortSignal.any([limit, stop])
    const { statusCode, headers, body } = await request(url, { method: 'POST', ...message, dispatcher: guard.agent, signal })
    const response = await firstBytes(body)
    const asked = [429, 503].includes(statusCode) ? parseRetryAfter(String(headers['retry-after'] ?? ''), clock.now()) : 0
    return ending(judge(statusCode, response), { status: statusCode, response, retryAfterMs: asked })
  } catch (error) {
    if (stop.aborted) return ending('INTERRUPTED', { error: 'the gateway stopped' })
    if (limit.aborted) return ending('TIMEOUT', { error: `no answer within ${limitMs / 1_000} s` })
    const cause = error instanceof AggregateError ? (error.errors[0] ?? error) : error
    if (cause instanceof RefusedAddress) return ending('REFUSED_ADDRESS', { error: cause.message })
    return ending('UNREACHABLE', { error: textOf(cause) })
  }
}

/** Taken for told: any 2xx whose whole text is SUCCESS or OK. */
function judge(status: number, response: string): AttemptResult['outcome'] {
  if (status < 200 || status > 299) return 'HTTP_ERROR'
  return /^\s*(success|ok)\s*$/i.test(response) ? 'ACKNOWLEDGED' : 'NOT_ACKNOWLEDGED'
}

async function firstBytes(
  body: AsyncIterable<Uint8Array> & { on(event: 'error', listener: () => void): unknown },
): Promise<string> {
  // Leaving the loop early destroys the stream, which it reports as an error of its own.
  body.on('error', () => {})
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= KEPT_BYTES) break
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, KEPT_BYTES))
  // PostgreSQL's text cannot hold a zero byte.
  return text.replaceAll('\0', '')
}

const textOf = (error: unknown): string => {
  if (error instanceof errors.UndiciError || error instanceof Error) {
    const { code } = error as NodeJS.ErrnoException
    return code !== undefined && !error.message.includes(code) ? `${error.message} (${code})` : error.message || String(code)
  }
  return String(error)
}
