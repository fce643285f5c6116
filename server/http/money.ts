import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { AnyCall, InputOf, OutputOf } from '#contract/call.ts'
import { checkTxnPassword } from '../auth/passwordChecks.ts'
import { checkSignature, consumeSignature, type Signature } from '../auth/signatures.ts'
import type { Transaction } from '../db/database.ts'
import type { Gateway } from '../gateway.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import type { Caller, Visitor } from './caller.ts'
import { findAnswer, type IdempotentRequest, requestHash, runOnce, unwrapAnswer } from './idempotency.ts'
import { inputReader } from './input.ts'
import { callerOf, route, type ShapeOf, send, visitorOf } from './serve.ts'

interface Actor {
  merchant: MerchantRow
}

/**
 * The steps of a call that moves money or changes a status. `execute` runs in a transaction. With an idempotency key, its
 * result is stored in the same transaction and returned again for a repeated request.
 */
interface MoneyHandler<Row extends AnyCall, Identity extends Actor, Prepared, Result> {
  /** Authenticates the request. */
  authenticate: (input: InputOf<Row>, request: FastifyRequest) => Identity | Promise<Identity>
  /** Checks and work outside the transaction, such as a password check. A refusal here is not stored as the answer. */
  prepare: (input: InputOf<Row>, actor: Identity) => Prepared | Promise<Prepared>
  execute: (tx: Transaction, input: InputOf<Row>, actor: Identity, prepared: Prepared) => Promise<Result>
  /** Builds the reply from the result, for the first request and for repeated ones. */
  reply: (result: Result) => OutputOf<Row> | Promise<OutputOf<Row>>
}

const nothing = () => undefined
const asIs = <Result>(result: Result): Result => result

/** Serves a call that moves money or changes a status, for signed-in callers. */
export function serveMoney<Row extends AnyCall, Shape extends TSchema, Prepared = undefined>(
  app: FastifyInstance,
  gateway: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  execute: MoneyHandler<Row, Caller, Prepared, OutputOf<Row>>['execute'],
  prepare: MoneyHandler<Row, Caller, Prepared, OutputOf<Row>>['prepare'] = nothing as () => Prepared,
): void {
  serveIdempotent(app, gateway, row, shape, { authenticate: (_, request) => callerOf(request), prepare, execute, reply: asIs })
}

/** Like `serveMoney`, with a separate step that builds the reply from the result. */
export function serveMoneyWithReply<Row extends AnyCall, Shape extends TSchema, Result, Prepared = undefined>(
  app: FastifyInstance,
  gateway: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  execute: MoneyHandler<Row, Caller, Prepared, Result>['execute'],
  reply: MoneyHandler<Row, Caller, Prepared, Result>['reply'],
  prepare: MoneyHandler<Row, Caller, Prepared, Result>['prepare'] = nothing as () => Prepared,
): void {
  serveIdempotent(app, gateway, row, shape, { authenticate: (_, request) => callerOf(request), prepare, execute, reply })
}

/** The reply of a request, and whether it created something or found what an earlier request had created. */
export interface MoneyResult<Out> {
  answer: Out
  isNew: boolean
}

type SignedInput = Signature & { txnPwd?: string; receipt?: string }

/**
 * Serves a call that moves money and is signed with the session's token. Checks the transaction password when the input has
 * one. With a used signature, `work` may return what exists; creating something new throws SIGN_REPLAYED.
 */
export function serveSigned<Row extends AnyCall, Shape extends TSchema>(
  app: FastifyInstance,
  gateway: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  work: (tx: Transaction, input: InputOf<Row>, caller: Caller) => Promise<MoneyResult<OutputOf<Row>>>,
): void {
  const { clock } = gateway
  serveIdempotent(app, gateway, row, shape, {
    authenticate(input, request): Caller {
      const caller = callerOf(request)
      checkSignature(signedOf(input), caller.token!, clock.now())
      return caller
    },
    async prepare(input, { merchant }) {
      const { txnPwd } = signedOf(input)
      if (txnPwd !== undefined) await checkTxnPassword(gateway, merchant, txnPwd)
    },
    async execute(tx, input, caller) {
      const isFirstUse = await consumeSignature(tx, caller.merchant.merchantNo, signedOf(input), clock.now())
      const { answer, isNew } = await work(tx, input, caller)
      if (isNew && !isFirstUse) throw new Refusal('SIGN_REPLAYED')
      return answer
    },
    reply: asIs,
  })
}

// The shapes of all signed calls require these fields; a type cannot express that for a generic row.
const signedOf = (input: object) => input as SignedInput

/** Serves a call that moves money and is signed by a merchant's own system. */
export function serveSignedByMerchant<Row extends AnyCall, Shape extends TSchema, Identity extends Actor>(
  app: FastifyInstance,
  gateway: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  {
    signer,
    work,
  }: {
    signer: (input: InputOf<Row>, visitor: Visitor) => Promise<Identity>
    work: (tx: Transaction, input: InputOf<Row>, signer: Identity) => Promise<OutputOf<Row>>
  },
): void {
  serveIdempotent(app, gateway, row, shape, {
    authenticate: (input, request) => signer(input, visitorOf(request)),
    prepare: nothing,
    execute: work,
    reply: asIs,
  })
}

function serveIdempotent<Row extends AnyCall, Shape extends TSchema, Identity extends Actor, Prepared, Result>(
  app: FastifyInstance,
  { db, clock }: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  { authenticate, prepare, execute, reply: replyOf }: MoneyHandler<Row, Identity, Prepared, Result>,
): void {
  const read = inputReader<InputOf<Row>>(row, shape)
  route(app, row, async (request, reply) => {
    const input = read(request)
    const actor = await authenticate(input, request)
    const key = idempotencyKeyOf(request)
    const idempotent: IdempotentRequest | null =
      key === null ? null : { merchantNo: actor.merchant.merchantNo, key, hash: requestHash(row, input), now: clock.now() }
    const stored = idempotent && (await findAnswer(db, idempotent))
    if (stored) return send(reply, row, await replyOf(unwrapAnswer(stored) as Result))
    const prepared = await prepare(input, actor)
    const run = (tx: Transaction) => execute(tx, input, actor, prepared)
    const result = await (idempotent ? runOnce(db, idempotent, run) : db.tx(run))
    return send(reply, row, await replyOf(result as Result))
  })
}

const KEY_FORMAT = /^[\x21-\x7e]{1,128}$/

function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY_FORMAT.test(key)) throw new Refusal('BAD_REQUEST')
  return key
}
