import type { FetchResponse } from 'ofetch'
import { errorOf } from './errors.ts'
import { isErrorBody, type Reply, readJson, unwrapReply } from './reply.ts'

const LOGIN = '/api/auth/login'

/** The reply in a JSON response. Throws the error that a response of another kind stands for. `readsStatus`: the caller reads errors. */
export async function readReply(response: FetchResponse<unknown>, url: string, readsStatus = false): Promise<Reply> {
  const text = await textOf(response)
  const read = readJson(text)
  if (!response.ok) throw errorOf(response, read?.body ?? { message: wordsIn(response, text) })
  if (read !== null) {
    if (!readsStatus && isErrorBody(read.body)) throw errorOf(response, read.body)
    return unwrapReply(response.status, read.body)
  }
  // HTML instead of an answer after a redirect: a login page. The session has ended.
  const status = response.redirected && !url.startsWith(LOGIN) ? 401 : response.status
  throw errorOf(response, null, status)
}

/** A short plain text is the message of a refusal. Proxies send pages of that type, too. */
const wordsIn = ({ headers }: Response, text: string): string =>
  headers.get('content-type')?.startsWith('text/plain') === true && /^[^<]{1,200}$/.test(text) ? text.trim() : ''

const streamOf = (response: FetchResponse<unknown>): ReadableStream<Uint8Array> =>
  (response._data as ReadableStream<Uint8Array> | null | undefined) ??
  new ReadableStream({ start: (controller) => controller.close() })

const textOf = (response: FetchResponse<unknown>): Promise<string> => new Response(streamOf(response) as BodyInit).text()

/** The content of a response that is a stream of this media type. Throws the error that any other response stands for. */
export async function streamIn(
  response: FetchResponse<unknown>,
  url: string,
  isExpected: (type: string) => boolean,
): Promise<ReadableStream<Uint8Array>> {
  if (response.ok && isExpected(response.headers.get('content-type') ?? '')) return streamOf(response)
  await readReply(response, url)
  throw errorOf(response, null)
}
