import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { AnyCall, InputOf, OutputOf } from '#contract/call.ts'
import { confirmed, judgedAgain } from '../auth/authority.ts'
import { checkTxnPassword } from '../auth/passwordChecks.ts'
import { liveSession } from '../auth/sessions.ts'
import { checkSignature, consumeSignature, type Signature } from '../auth/signatures.ts'
import type { Transaction } from '../db/database.ts'
import { withDeadline } from '../db/deadline.ts'
import { isUnavailable, OutcomeUnknown } from '../db/faults.ts'
import type { Gateway } from '../gateway.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import { authenticateAgain, type Caller, type Visitor } from './caller.ts'
import { findAnswer, type IdempotentRequest, requestHash, runOnce, unwrapAnswer } from './idempotency.ts'
import { callerOf, route, type ShapeOf, send, visitorOf } from './serve.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds that the client took to send the body. */
    uploadMs: number
  }
}

/** Measures how long bodies take to arrive: that time is the client's, not the database's. */
export function measureUploads(app: FastifyInstance): void {
  app.decorateRequest('uploadMs', 0)
  app.addHook('preParsing', async (request, reply, payload) => {
    const start = reply.elapsedTime
    payload.once('end', () => {
      request.uploadMs = reply.elapsedTime - start
    })
  })
}

interface Actor {
  merchant: MerchantRow
}

/** Judges the sender of a request: at first, and again when its authority changed before the commit. */
type Authenticate<Input, Identity> = (
  input: Input,
  request: FastifyRequest,
  isRepeated: boolean,
) => Promise<Identity & { token: string | null }>

/** The steps of a call that moves money or changes a status, in their order. */
interface MoneySteps<Row extends AnyCall, Identity extends Actor, Prepared, Result> {
  /** Checks and work outside the transaction, such as a password check. A refusal here is not stored as the answer. */
  prepare?: (input: InputOf<Row>, actor: Identity) => Prepared | Promise<Prepared>
  /** Runs in a transaction. With an idempotency key, its result is stored there and returned again for a repeated request. */
  execute: (tx: Transaction, input: InputOf<Row>, actor: Identity, prepared: Prepared) => Promise<Result>
  /** Builds the reply from the result, for the first request and for repeated ones. Absent when the result is the reply. */
  reply?: (result: Result) => OutputOf<Row> | Promise<OutputOf<Row>>
}

/** Serves a call that takes effect at most once per key and judges the caller again in its transaction, for signed-in callers. */
export function serveMoney<Row extends AnyCall, Shape extends TSchema, Prepared = undefined, Result = OutputOf<Row>>(
  app: FastifyInstance,
  gateway: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  steps: MoneySteps<Row, Caller, Prepared, Result> &
    ([Result] extends [OutputOf<Row>] ? unknown : Required<Pick<MoneySteps<Row, Caller, Prepared, Result>, 'reply'>>),
): void {
  serveIdempotent(app, gateway, row, shape, steps, callerAgain(gateway, row))
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
      const [isFirstUse, { answer, isNew }] = await Promise.all([
        consumeSignature(tx, caller.merchant.merchantNo, signedOf(input)._sign, clock.now()),
        work(tx, input, caller),
      ])
      if (isNew && !isFirstUse) throw new Refusal('SIGN_REPLAYED')
      return answer
    },
  }
  const authenticate = callerAgain(gateway, row)
  serveIdempotent(app, gateway, row, shape, steps, async (input, request, isRepeated) => {
    const caller = await authenticate(input, request, isRepeated)
    checkSignature(signedOf(input), caller.token!, clock.now())
    return caller
  })
}

/** The caller that the entrance found; found and authorized anew when the request is judged again. */
const callerAgain =
  (gateway: Gateway, row: AnyCall) =>
  async (_: unknown, request: FastifyRequest, isRepeated: boolean): Promise<Caller> => {
    if (isRepeated) await authenticateAgain(gateway, request, row)
    return callerOf(request)
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
  const steps = { execute }
  serveIdempotent(app, gateway, row, shape, steps, async (input, request) => ({
    ...(await authenticate(input, visitorOf(request))),
    token: null,
  }))
}

function serveIdempotent<Row extends AnyCall, Shape extends TSchema, Identity extends Actor, Prepared, Result>(
  app: FastifyInstance,
  gateway: Gateway,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  { prepare, execute, reply: replyOf }: MoneySteps<Row, Identity, Prepared, Result>,
  authenticate: Authenticate<InputOf<Row>, Identity>,
): void {
  if (!row.idempotent) throw new Error(`${row.path} is served once per key, which the contract does not say.`)
  const { db, clock } = gateway
  /** The stored answer of the request, or the result of running it now. */
  async function resultOf(input: InputOf<Row>, request: FastifyRequest, isRepeated: boolean): Promise<Result> {
    const actor = await authenticate(input, request, isRepeated)
    const key = idempotencyKeyOf(request)
    const idempotent: IdempotentRequest | null =
      key === null ? null : { merchantNo: actor.merchant.merchantNo, key, hash: requestHash(row, input), now: clock.now() }
    const stored = idempotent && (await findAnswer(db, idempotent))
    if (stored) return unwrapAnswer(stored) as Result
    const prepared = (await prepare?.(input, actor)) as Prepared
    const run = (tx: Transaction) => execute(tx, input, actor, prepared)
    const { merchant, token } = actor
    const session = token === null ? null : () => liveSession(gateway, token, 'full')
    const transactions = confirmed(db, { merchant, session })
    return (await (idempotent ? runOnce(transactions, idempotent, run) : transactions.tx(run))) as Result
  }

  route(app, row, shape, async (input, request, reply) => {
    const result = await withDeadline(MONEY_LIMIT_MS - (reply.elapsedTime - request.uploadMs), () =>
      judgedAgain((isRepeated) => resultOf(input, request, isRepeated)),
    )
    if (replyOf === undefined) return send(reply, row, result)
    // It is committed now, so a failure here must not look like one before the commit.
    const answer = await Promise.try(() => replyOf(result)).catch((error: Error) => {
      throw isUnavailable(error) ? new OutcomeUnknown(error) : error
    })
    return send(reply, row, answer)
  })
}

/**
 * Time for the database's part of a money call, so that it is answered within ten seconds of its body even when the database is
 * frozen.
 */
const MONEY_LIMIT_MS = 8_000

export const IDEMPOTENCY_KEY_FORMAT = /^[\x21-\x7e]{1,128}$/

function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY_FORMAT.test(key))
    throw new Refusal('BAD_REQUEST', { reason: 'idempotencyKeyForm' })
  return key
}
