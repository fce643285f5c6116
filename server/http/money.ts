import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { AnyCall, InputOf, OutputOf } from '#contract/call.ts'
import { type ConsoleSignature, checkSignature, tryConsumeSignature } from '../auth/consoleSignature.ts'
import { checkTxnPassword } from '../auth/txnPassword.ts'
import type { Transaction } from '../db/database.ts'
import type { Gateway } from '../gateway.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import type { Caller, Visitor } from './caller.ts'
import { findAnswer, type IdempotentRequest, requestHash, runOnce, unwrapAnswer } from './idempotency.ts'
import { inputReader } from './input.ts'
import { callerOf, route, type ShapeOf, send, visitorOf } from './serve.ts'

interface Asker {
  merchant: MerchantRow
}

/**
 * A call that moves money or a status. It is never told about keys: it works in a transaction that is kept or found again
 * whole, together with what was `Done` in it.
 */
interface MoneyCall<Row extends AnyCall, Who extends Asker, Ready, Done> {
  /** Who asks, once that is proved. */
  who: (input: InputOf<Row>, request: FastifyRequest) => Who | Promise<Who>
  /** What must hold before anything is tried, and whose refusal is no answer: a password. Work that needs no transaction. */
  before: (input: InputOf<Row>, who: Who) => Ready | Promise<Ready>
  work: (tx: Transaction, input: InputOf<Row>, who: Who, ready: Ready) => Promise<Done>
  /** What is answered once it is kept, and whenever it is found again. */
  after: (done: Done) => OutputOf<Row> | Promise<OutputOf<Row>>
}

const nothing = () => undefined
const itself = <Done>(done: Done): Done => done

/** A row that moves money or a status, for whoever is signed in. */
export function serveMoney<Row extends AnyCall, Shape extends TSchema, Ready = undefined>(
  app: FastifyInstance,
  gateway: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  work: MoneyCall<Row, Caller, Ready, OutputOf<Row>>['work'],
  before: MoneyCall<Row, Caller, Ready, OutputOf<Row>>['before'] = nothing as () => Ready,
): void {
  serveOnce(app, gateway, row, shape, { who: (_, request) => callerOf(request), before, work, after: itself })
}

/** The same, where something follows of what was done before it is answered. */
export function serveMoneyWithReply<Row extends AnyCall, Shape extends TSchema, Done, Ready = undefined>(
  app: FastifyInstance,
  gateway: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  work: MoneyCall<Row, Caller, Ready, Done>['work'],
  after: MoneyCall<Row, Caller, Ready, Done>['after'],
  before: MoneyCall<Row, Caller, Ready, Done>['before'] = nothing as () => Ready,
): void {
  serveOnce(app, gateway, row, shape, { who: (_, request) => callerOf(request), before, work, after })
}

/** What came of a request, and whether it was made by it or is there from an earlier one. */
export interface MoneyResult<Out> {
  answer: Out
  isNew: boolean
}

type SignedInput = ConsoleSignature & { txnPwd?: string; receipt?: string }

/**
 * A row that moves money and is signed with the session's token; where its input has a transaction password, that must
 * be right. A signature that was used makes nothing new, but finds what it made.
 */
export function serveSigned<Row extends AnyCall, Shape extends TSchema>(
  app: FastifyInstance,
  gateway: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  work: (tx: Transaction, input: InputOf<Row>, caller: Caller) => Promise<MoneyResult<OutputOf<Row>>>,
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
      const fresh = await tryConsumeSignature(tx, caller.merchant.merchantNo, signedOf(input), clock.now())
      const { answer, isNew } = await work(tx, input, caller)
      if (isNew && !fresh) throw new Refusal('SIGN_REPLAYED')
      return answer
    },
    after: itself,
  })
}

// The shape of every row that is served like this demands both; a type cannot say so of a row that is not known.
const signedOf = (input: object) => input as SignedInput

/** A row that moves money, signed by a merchant's own system. */
export function serveSignedByMerchant<Row extends AnyCall, Shape extends TSchema, Who extends Asker>(
  app: FastifyInstance,
  gateway: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  {
    signer,
    work,
  }: {
    signer: (input: InputOf<Row>, visitor: Visitor) => Promise<Who>
    work: (tx: Transaction, input: InputOf<Row>, signer: Who) => Promise<OutputOf<Row>>
  },
): void {
  serveOnce(app, gateway, row, shape, {
    who: (input, request) => signer(input, visitorOf(request)),
    before: nothing,
    work,
    after: itself,
  })
}

function serveOnce<Row extends AnyCall, Shape extends TSchema, Who extends Asker, Ready, Done>(
  app: FastifyInstance,
  { db, clock }: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  { who, before, work, after }: MoneyCall<Row, Who, Ready, Done>,
): void {
  const read = inputReader<InputOf<Row>>(row, shape)
  route(app, row, async (request, reply) => {
    const input = read(request)
    const asker = await who(input, request)
    const key = keyOf(request)
    const keyed: IdempotentRequest | null =
      key === null ? null : { merchantNo: asker.merchant.merchantNo, key, hash: requestHash(row, input), now: clock.now() }
    const known = keyed && (await findAnswer(db, keyed))
    if (known) return send(reply, row, await after(unwrapAnswer(known) as Done))
    const ready = await before(input, asker)
    const carryOut = (tx: Transaction) => work(tx, input, asker, ready)
    const done = await (keyed ? runOnce(db, keyed, carryOut) : db.tx(carryOut))
    return send(reply, row, await after(done as Done))
  })
}

const KEY = /^[\x21-\x7e]{1,128}$/

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY.test(key)) throw new Refusal('BAD_REQUEST')
  return key
}
