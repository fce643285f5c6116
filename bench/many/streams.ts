import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { calls } from '#contract/calls.ts'

const EVENT = /^data: (\w+)$/gm
// A console has a connection of its own for its stream.
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
const OPENED_AT_ONCE = 20

export interface StreamClient {
  token: string
  /** An event of this kind has arrived. */
  heard(kind: string): void
}

interface Streams {
  /** How many the gateway has ended. */
  ended(): number
  close(): void
}

/** Opens an event stream for each client. */
export async function openStreams(address: string, clients: readonly StreamClient[]): Promise<Streams> {
  const responses: IncomingMessage[] = []
  let ended = 0
  for (let from = 0; from < clients.length; from += OPENED_AT_ONCE) {
    const part = clients.slice(from, from + OPENED_AT_ONCE)
    responses.push(...(await Promise.all(part.map((client) => openStream(address, client)))))
  }
  for (const response of responses) response.once('close', () => ended++)
  return { ended: () => ended, close: () => responses.forEach((response) => void response.destroy()) }
}

async function openStream(address: string, { token, heard }: StreamClient): Promise<IncomingMessage> {
  const request = get(address + calls.events.path, { agent, headers: { 'merchant-token': token } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`A stream was answered ${response.statusCode}`)
  // Events are short and arrive whole: the gateway writes each at once.
  response.setEncoding('utf8').on('data', (text: string) => {
    for (const [, kind] of text.matchAll(EVENT)) heard(kind!)
  })
  response.on('error', () => {})
  return response
}
