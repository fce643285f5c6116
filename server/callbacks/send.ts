import { errors, request } from 'undici'
import type { AttemptOutcome } from '#contract/rows/callbacks.ts'
import type { Clock } from '../clock.ts'
import { type Guard, RefusedAddress } from './guard.ts'
import type { CallbackMessage } from './message.ts'
import { parseRetryAfter } from './retrySchedule.ts'

export interface AttemptResult {
  outcome: Exclude<AttemptOutcome, 'SENDING'>
  status: number | null
  /** Milliseconds. */
  latency: number
  error: string | null
  /** The first 16 KiB of the response body. */
  response: string | null
  /** Milliseconds of the `Retry-After` header of a 429 or 503; 0 otherwise. */
  retryAfterMs: number
}

export const MAX_RESPONSE_BYTES = 16 * 1024

/** Posts the message and classifies the response. Never throws: every failure is a result. */
export async function send(
  address: string,
  message: CallbackMessage,
  { guard, clock, stop, timeoutMs }: { guard: Guard; clock: Clock; stop: AbortSignal; timeoutMs: number },
): Promise<AttemptResult> {
  const started = performance.now()
  const timeout = AbortSignal.timeout(timeoutMs)
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
    const signal = AbortSignal.any([timeout, stop])
    const { statusCode, headers, body } = await request(url, { method: 'POST', ...message, dispatcher: guard.agent, signal })
    const response = await firstBytes(body)
    const retryAfterMs = [429, 503].includes(statusCode)
      ? parseRetryAfter(String(headers['retry-after'] ?? ''), clock.now())
      : 0
    return ending(classify(statusCode, response), { status: statusCode, response, retryAfterMs })
  } catch (error) {
    if (stop.aborted) return ending('INTERRUPTED', { error: 'the gateway stopped' })
    if (timeout.aborted) return ending('TIMEOUT', { error: `no answer within ${timeoutMs / 1_000} s` })
    const cause = error instanceof AggregateError ? (error.errors[0] ?? error) : error
    if (cause instanceof RefusedAddress) return ending('REFUSED_ADDRESS', { error: cause.message })
    return ending('UNREACHABLE', { error: textOf(cause) })
  }
}

/** Acknowledged: any 2xx with a body of SUCCESS or OK, in any case and with surrounding white space. */
function classify(status: number, response: string): AttemptResult['outcome'] {
  if (status < 200 || status > 299) return 'HTTP_ERROR'
  return /^\s*(success|ok)\s*$/i.test(response) ? 'ACKNOWLEDGED' : 'NOT_ACKNOWLEDGED'
}

async function firstBytes(
  body: AsyncIterable<Uint8Array> & { on(event: 'error', listener: () => void): unknown },
): Promise<string> {
  // Leaving the loop early destroys the stream, which then emits an error.
  body.on('error', () => {})
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= MAX_RESPONSE_BYTES) break
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES))
  // PostgreSQL text cannot hold a zero byte.
  return text.replaceAll('\0', '')
}

const textOf = (error: unknown): string => {
  if (error instanceof errors.UndiciError || error instanceof Error) {
    const { code } = error as NodeJS.ErrnoException
    return code !== undefined && !error.message.includes(code) ? `${error.message} (${code})` : error.message || String(code)
  }
  return String(error)
}
