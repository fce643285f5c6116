import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { calls } from '#contract/calls.ts'

/** A `fetch` within the process: the real client talks to the real gateway without a socket. */
export const wire = (app: FastifyInstance): typeof fetch => {
  return async (input, init) => {
    const request = new Request(
      input instanceof URL || typeof input === 'string' ? new URL(input, 'http://gateway.test') : input,
      init,
    )
    request.signal.throwIfAborted()
    const { pathname, search } = new URL(request.url)
    const body = Buffer.from(await request.arrayBuffer())
    const isStream = pathname === calls.events.path
    const answering = app.inject({
      method: request.method as NonNullable<InjectOptions['method']>,
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(body.length > 0 && { payload: body }),
      payloadAsStream: isStream,
    })
    if (isStream) return streamed(await abortable(answering, request.signal), request.signal)
    const { statusCode, statusMessage, headers, rawPayload } = await abortable(answering, request.signal)
    const empty = statusCode === 204 || statusCode === 304
    return new Response(empty ? null : new Uint8Array(rawPayload), {
      status: statusCode,
      statusText: statusMessage,
      headers: Object.entries(headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
      ),
    })
  }
}

/** A reply with a streaming body. It ends only when the caller aborts; later data is dropped. */
function streamed({ statusCode, headers, stream }: LightMyRequestResponse, signal: AbortSignal): Response {
  const source = stream()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      signal.addEventListener('abort', () => {
        source.destroy()
        controller.error(signal.reason)
      })
      source.on('data', (piece: Buffer) => source.destroyed || controller.enqueue(new Uint8Array(piece)))
      source.on('end', () => controller.close())
    },
    cancel: () => void source.destroy(),
  })
  return new Response(body, { status: statusCode, headers: { 'content-type': String(headers['content-type']) } })
}

/** Rejects like `fetch` when the call is aborted. */
async function abortable<Result>(work: PromiseLike<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
