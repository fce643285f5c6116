import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { fetchCall, PASSWORD } from '../tests/gateway.ts'

export interface Reply {
  status: number
  body: { error?: string; item?: Record<string, string>; data?: { token: string } }
  ms: number
}

/** What a reply says about a write. `unavailable` and `unknown` are refusals of a database that is late. */
export function verdictOf({ status, body }: Reply): 'done' | 'refused' | 'unavailable' | 'unknown' | 'failed' {
  if (status === 200) return 'done'
  if (body.error === 'UNAVAILABLE') return 'unavailable'
  if (body.error === 'OUTCOME_UNKNOWN' || body.error === 'REQUEST_RUNNING') return 'unknown'
  return status < 500 ? 'refused' : 'failed'
}

/** Makes a call over HTTP. Throws when the connection breaks before the whole reply arrived. */
export async function ask(
  address: string,
  row: AnyCall,
  input: Record<string, unknown>,
  options?: Parameters<typeof fetchCall>[3],
): Promise<Reply> {
  const from = performance.now()
  const reply = await fetchCall(address, row, input, options)
  const body = (await reply.json()) as Reply['body']
  return { status: reply.status, body, ms: performance.now() - from }
}

/** The token of a new session of an account that signs in with the password of the tests. */
export async function signIn(address: string, merchantNo: string): Promise<string> {
  const { body } = await ask(address, calls.login, { username: merchantNo.toLowerCase(), password: PASSWORD })
  if (body.data === undefined) throw new Error(`${merchantNo} cannot sign in: ${body.error}`)
  return body.data.token
}

/** A session of each of the merchants. */
export const signInAll = async (address: string, merchantNos: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map(await Promise.all(merchantNos.map(async (no) => [no, await signIn(address, no)] as const)))
