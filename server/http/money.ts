import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { AnyCall, InputOf, OutputOf } from '#contract/call.ts'
import { checkSignature, isFresh, type Signed } from '../consoleSignature.ts'
import type { Transaction } from '../db/database.ts'
import type { Gateway } from '../gateway.ts'
import { contentHash, type KeyedRequest, once, opened, recall } from '../idempotency.ts'
import type { MerchantRecord } from '../queries/merchants.ts'
import { Refusal } from '../refusal.ts'
import { checkTxnPassword } from '../txnPassword.ts'
import type { Caller, Visitor } from './caller.ts'
import { inputReader } from './input.ts'
import { callerOf, route, type ShapeOf, send, visitorOf } from './serve.ts'

interface Asker {
  merchant: MerchantRecord
}

/** A call that moves money. It is never told about keys: it works in a transaction that is kept or found again whole. */
interface MoneyCall<Row extends AnyCall, Who extends Asker> {
  /** Who asks, once that is proved. */
  who: (input: InputOf<Row>, request: FastifyRequest) => Who | Promise<Who>
  /** What must hold before anything is tried, and whose refusal is no answer: a password. */
  before?: (input: InputOf<Row>, who: Who) => Promise<void>
  work: (tx: Transaction, input: InputOf<Row>, who: Who) => Promise<OutputOf<Row>>
}

/** A row that moves money, for whoever is signed in. */
export function serveMoney<Row extends AnyCall, Shape extends TSchema>(
  app: FastifyInstance,
  gateway: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  work: MoneyCall<Row, Caller>['work'],
): void {
  serveOnce(app, gateway, row, shape, { who: (_, request) => callerOf(request), work })
}

/** What came of a request, and whether it was made by it or is there from an earlier one. */
export interface Deal<Out> {
  answer: Out
  isNew: boolean
}

type SignedInput = Signed & { txnPwd?: string; receipt?: string }

/**
 * A row that moves money and is signed with the session's token; where its input has a transaction password, that must
 * be right. A signature that was used makes nothing new, but finds what it made.
 */
export function serveSigned<Row extends AnyCall, Shape extends TSchema>(
  app: FastifyInstance,
  gateway: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  work: (tx: Transaction, input: InputOf<Row>, caller: Caller) => Promise<Deal<OutputOf<Row>>>,
): void {
  const { clock } = gateway
  serveOnce(app, gateway, row, shape, {
    who(input, request): Caller {
      const caller = callerOf(request)
      checkSignature(signedOf(input), caller.token!, clock.now())
      return caller
    },
    async before(input, { merchant }) {
      const { txnPwd } = signedOf(input)
      if (txnPwd !== undefined) await checkTxnPassword(gateway, merchant, txnPwd)
    },
    async work(tx, input, caller) {
      const fresh = await isFresh(tx, caller.merchant.merchantNo, signedOf(input), clock.now())
      const { answer, isNew } = await work(tx, input, caller)
      if (isNew && !fresh) throw new Refusal('SIGN_REPLAYED')
      return answer
    },
  })
}

// The shape of every row that is served like this demands both; a type cannot say so of a row that is not known.
const signedOf = (input: object) => input as SignedInput

/** A row that moves money, signed by a merchant's own system. */
export function serveSignedByMerchant<Row extends AnyCall, Shape extends TSchema>(
  app: FastifyInstance,
  gateway: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  {
    signer,
    work,
  }: {
    signer: (input: InputOf<Row>, visitor: Visitor) => Promise<MerchantRecord>
    work: (tx: Transaction, input: InputOf<Row>, merchant: MerchantRecord) => Promise<OutputOf<Row>>
  },
): void {
  serveOnce(app, gateway, row, shape, {
    who: async (input, request) => ({ merchant: await signer(input, visitorOf(request)) }),
    work: (tx, input, { merchant }) => work(tx, input, merchant),
  })
}

function serveOnce<Row extends AnyCall, Shape extends TSchema, Who extends Asker>(
  app: FastifyInstance,
  { db, clock }: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  { who, before, work }: MoneyCall<Row, Who>,
): void {
  const read = inputReader<InputOf<Row>>(row, shape)
  route(app, row, async (request, reply) => {
    const input = read(request)
    const asker = await who(input, request)
    const key = keyOf(request)
    const keyed: KeyedRequest | null =
      key === null ? null : { merchantNo: asker.merchant.merchantNo, key, hash: contentHash(row, input), now: clock.now() }
    const known = keyed && (await recall(db, keyed))
    if (known) return send(reply, row, opened(known))
    await before?.(input, asker)
    const done = (tx: Transaction) => work(tx, input, asker)
    return send(reply, row, await (keyed ? once(db, keyed, done) : db.tx(done)))
  })
}

const KEY = /^[\x21-\x7e]{1,128}$/

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY.test(key)) throw new Refusal('BAD_REQUEST')
  return key
}
