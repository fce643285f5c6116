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
import { callerOf, route, type ShapeOf, send, visitorOf } from './serve.ts'

interface Actor {
  merchant: MerchantRow
}

/** The steps of a call that moves money or changes a status, in their order. */
interface MoneySteps<Row extends AnyCall, Identity extends Actor, Prepared, Result> {
  /** Checks and work outside the transaction, such as a password check. A refusal here is not stored as the answer. */
  prepare?: (input: InputOf<Row>, actor: Identity) => Prepared | Promise<Prepared>
  /** Runs in a transaction. With an idempotency key, its result is stored there and returned again for a repeated request. */
  execute: (tx: Transaction, input: InputOf<Row>, actor: Identity, prepared: Prepared) => Promise<Result>
  /** Builds the reply from the result, for the first request and for repeated ones. Absent when the result is the reply. */
  reply?: (result: Result) => OutputOf<Row> | Promise<OutputOf<Row>>
}

/** Serves a call that moves money or changes a status, for signed-in callers. */
export function serveMoney<Row extends AnyCall, Shape extends TSchema, Prepared = undefined, Result = OutputOf<Row>>(
  app: FastifyInstance,
  gateway: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  steps: MoneySteps<Row, Caller, Prepared, Result> &
    ([Result] extends [OutputOf<Row>] ? unknown : Required<Pick<MoneySteps<Row, Caller, Prepared, Result>, 'reply'>>),
): void {
  serveIdempotent(app, gateway, row, shape, steps, (_, request) => callerOf(request))
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
  const steps: MoneySteps<Row, Caller, void, OutputOf<Row>> = {
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
  }
  serveIdempotent(app, gateway, row, shape, steps, (input, request) => {
    const caller = callerOf(request)
    checkSignature(signedOf(input), caller.token!, clock.now())
    return caller
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
  authenticate: (input: InputOf<Row>, visitor: Visitor) => Promise<Identity>,
  execute: (tx: Transaction, input: InputOf<Row>, signer: Identity) => Promise<OutputOf<Row>>,
): void {
  serveIdempotent(app, gateway, row, shape, { execute }, (input, request) => authenticate(input, visitorOf(request)))
}

function serveIdempotent<Row extends AnyCall, Shape extends TSchema, Identity extends Actor, Prepared, Result>(
  app: FastifyInstance,
  { db, clock }: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  { prepare, execute, reply: replyOf }: MoneySteps<Row, Identity, Prepared, Result>,
  authenticate: (input: InputOf<Row>, request: FastifyRequest) => Identity | Promise<Identity>,
): void {
  route(app, row, shape, async (input, request, reply) => {
    const answer = async (result: Result) => send(reply, row, replyOf === undefined ? result : await replyOf(result))
    const actor = await authenticate(input, request)
    const key = idempotencyKeyOf(request)
    const idempotent: IdempotentRequest | null =
      key === null ? null : { merchantNo: actor.merchant.merchantNo, key, hash: requestHash(row, input), now: clock.now() }
    const stored = idempotent && (await findAnswer(db, idempotent))
    if (stored) return answer(unwrapAnswer(stored) as Result)
    const prepared = (await prepare?.(input, actor)) as Prepared
    const run = (tx: Transaction) => execute(tx, input, actor, prepared)
    return answer((await (idempotent ? runOnce(db, idempotent, run) : db.tx(run))) as Result)
  })
}

const KEY_FORMAT = /^[\x21-\x7e]{1,128}$/

function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY_FORMAT.test(key)) throw new Refusal('BAD_REQUEST')
  return key
}
