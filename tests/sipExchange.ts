import { createHash, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/**
 * A SIP server on loopback: registers clients by password, forwards messages by number, and rings all locations of an identity.
 */
export interface Exchange {
  /** `ws://127.0.0.1:…` */
  address: string
  /** Every request as received: `INVITE sip:08123@desk.test`. */
  requests: string[]
  registered(): string[]
  /** The number of locations registered for an identity. */
  registrationCount(identity: string): number
  close(): Promise<void>
}

interface ExchangeSettings {
  realm: string
  /** The password of an identity. */
  password(identity: string): string
  /** Number -> the identity it rings. */
  numbers: Readonly<Record<string, string>>
}

/** A registered location, with the contact name used for requests within a call. */
interface Registration {
  socket: WebSocket
  contact: string
}

/** A call ringing at one or several locations. */
interface Ring {
  caller: WebSocket
  /** The invites sent to locations that have not answered yet. */
  open: Map<string, { registration: Registration; invite: Message }>
  /** Whether the caller has had a final answer. */
  isAnswered: boolean
}

interface Message {
  start: string
  headers: [name: string, value: string][]
  body: string
}

export async function startExchange({ realm, password, numbers }: ExchangeSettings): Promise<Exchange> {
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    handleProtocols: (offered) => (offered.has('sip') ? 'sip' : false),
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const nonce = randomUUID()
  /** Identity -> its locations: each tab is one. */
  const registrations = new Map<string, Registration[]>()
  /** Branch of a forwarded request -> the caller's socket, and the ringing call. */
  const callers = new Map<string, WebSocket>()
  const rings = new Map<string, Ring>()
  const requests: string[] = []

  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const text = String(data)
      // A keep-alive.
      if (text.trim() === '') return
      const message = parse(text)
      if (message.start.startsWith('SIP/2.0')) answer(message)
      else request(message, socket)
    })
    socket.on('close', () => {
      for (const [identity, known] of registrations)
        settle(
          identity,
          known.filter((registration) => registration.socket !== socket),
        )
    })
  })

  function settle(identity: string, known: Registration[]) {
    if (known.length === 0) registrations.delete(identity)
    else registrations.set(identity, known)
  }

  function request(message: Message, socket: WebSocket) {
    const [method = '', target = ''] = message.start.split(' ')
    requests.push(`${method} ${target}`)
    if (method === 'REGISTER') return register(message, socket)
    const user = userIn(target)
    const called = registrations.get(numbers[user] ?? user)
    // The ACK of a rejection is for this server only.
    if (method === 'ACK' && called !== undefined) return
    const inside = [...registrations.values()].flat().filter(({ contact }) => userIn(contact) === user)
    const there = called ?? inside
    if (there.length === 0) {
      if (method !== 'ACK') send(socket, reply(message, '404 Not Found'))
      return
    }
    if (method === 'INVITE') send(socket, reply(message, '100 Trying'))
    if (method === 'CANCEL') send(socket, reply(message, '200 OK'))
    const ring: Ring = { caller: socket, open: new Map(), isAnswered: false }
    for (const [place, registration] of there.entries()) {
      const branch = `${/branch=([^;]+)/.exec(header(message, 'via'))?.[1]}-${place}`
      const passed = {
        ...message,
        start: `${method} ${registration.contact} SIP/2.0`,
        headers: [['Via', `SIP/2.0/WS exchange.invalid;branch=${branch}`], ...message.headers] satisfies Message['headers'],
      }
      callers.set(branch, socket)
      if (method === 'INVITE') {
        ring.open.set(branch, { registration, invite: passed })
        rings.set(branch, ring)
      }
      send(registration.socket, passed)
    }
  }

  /** The topmost Via is this server's; the one below is the way back. */
  function answer(message: Message) {
    const ours = message.headers.findIndex(([name]) => name.toLowerCase() === 'via')
    const branch = /branch=([^;]+)/.exec(message.headers[ours]?.[1] ?? '')?.[1] ?? ''
    const caller = callers.get(branch)
    const [, status = ''] = message.start.split(' ')
    const method = header(message, 'cseq').split(' ').at(-1)
    if (caller === undefined || status === '100' || method === 'CANCEL') return
    const ring = method === 'INVITE' ? rings.get(branch) : undefined
    if (ring !== undefined && status >= '200' && !isRelevantAnswer(ring, branch, status, message)) return
    send(caller, { ...message, headers: message.headers.filter((_, index) => index !== ours) })
  }

  /** Whether the caller gets this answer of one location: the first success, a global failure, or the last failure. */
  function isRelevantAnswer(ring: Ring, branch: string, status: string, message: Message): boolean {
    const place = ring.open.get(branch)
    ring.open.delete(branch)
    if (place !== undefined && status >= '300')
      send(place.registration.socket, within('ACK', place.invite, header(message, 'to')))
    const isOver = status < '300' || status >= '600'
    if (ring.isAnswered || (!isOver && ring.open.size > 0)) return false
    ring.isAnswered = true
    for (const { registration, invite } of ring.open.values()) {
      const elsewhere = within('CANCEL', invite, header(invite, 'to'))
      if (status < '300') elsewhere.headers.push(['Reason', 'SIP;cause=200;text="Call completed elsewhere"'])
      send(registration.socket, elsewhere)
    }
    return true
  }

  function register(message: Message, socket: WebSocket) {
    const identity = userIn(header(message, 'to'))
    const given = header(message, 'authorization')
    if (!isKnown(identity, given)) {
      return send(
        socket,
        reply(message, '401 Unauthorized', [['WWW-Authenticate', `Digest realm="${realm}", nonce="${nonce}"`]]),
      )
    }
    const contact = header(message, 'contact')
    const address = /<([^>]+)>/.exec(contact)?.[1] ?? ''
    const isLeaving = /expires=0\b/.test(contact) || header(message, 'expires') === '0'
    const others = (registrations.get(identity) ?? []).filter((registration) => registration.contact !== address)
    settle(identity, isLeaving ? others : [...others, { socket, contact: address }])
    send(
      socket,
      reply(message, '200 OK', [
        ['Contact', contact],
        ['Expires', '600'],
      ]),
    )
  }

  function isKnown(identity: string, authorization: string): boolean {
    const part = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(authorization)?.[1] ?? ''
    const secret = md5(`${identity}:${realm}:${password(identity)}`)
    return part('nonce') === nonce && part('response') === md5(`${secret}:${nonce}:${md5(`REGISTER:${part('uri')}`)}`)
  }

  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    registered: () => [...registrations.keys()],
    registrationCount: (identity) => registrations.get(identity)?.length ?? 0,
    async close() {
      for (const client of server.clients) client.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

const userIn = (address: string): string => /sips?:([^@;>]+)@/.exec(address)?.[1] ?? ''

function parse(text: string): Message {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [start = '', ...lines] = head.split('\r\n')
  return {
    start,
    headers: lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    body: rest.join('\r\n\r\n'),
  }
}

const header = ({ headers }: Message, wanted: string): string =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''

const ECHOED = ['via', 'from', 'call-id', 'cseq']

/** A response of the exchange itself. */
function reply(message: Message, status: string, more: Message['headers'] = []): Message {
  const echoed = message.headers.filter(([name]) => ECHOED.includes(name.toLowerCase()))
  const to = header(message, 'to')
  const tagged = status.startsWith('100') || to.includes('tag=') ? to : `${to};tag=${randomUUID()}`
  return { start: `SIP/2.0 ${status}`, headers: [...echoed, ['To', tagged], ...more, ['Content-Length', '0']], body: '' }
}

/** A request the exchange itself sends within a forwarded call. */
function within(method: 'ACK' | 'CANCEL', invite: Message, to: string): Message {
  const [count] = header(invite, 'cseq').split(' ')
  return {
    start: invite.start.replace('INVITE', method),
    headers: [
      ['Via', header(invite, 'via')],
      ['From', header(invite, 'from')],
      ['To', to],
      ['Call-ID', header(invite, 'call-id')],
      ['CSeq', `${count} ${method}`],
      ['Max-Forwards', '70'],
    ],
    body: '',
  }
}

const send = (socket: WebSocket, { start, headers, body }: Message): void =>
  socket.send(`${[start, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n${body}`)
