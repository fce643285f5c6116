import type { Call } from '#contract/call.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { Message } from '../message.ts'
import type { OrderIdentity } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'

const AMBIGUOUS = 'ORDER_AMBIGUOUS'

export interface Numbered {
  merchantOrderNo: string
  platOrderNo?: string
}

/**
 * Calls with the merchant's number of an order, which is what every gateway looks up. The platform's number is for a row without
 * one, for one that no gateway would take, and for a number that several merchants use, which is refused as ambiguous. A gateway that
 * takes both numbers finds exactly this order: a merchant's number may be the platform's number of another order.
 */
export async function callByNumber<In extends Numbered, Out>(
  { call, hasFeature, idempotencyKey }: Scope,
  asked: Call<In, Out>,
  { number, merchantOrderNo }: OrderIdentity,
  input: Omit<In, keyof Numbered>,
): Promise<Out> {
  const exact = hasFeature('both-numbers') ? { platOrderNo: number } : {}
  const callWith = (one: string, key: string, options = {}) =>
    call(asked, { ...input, merchantOrderNo: one, ...exact } as In, {
      ...options,
      ...(asked.mutates && { idempotencyKey: key }),
    })
  const isUsable = merchantOrderNo != null && PATTERNS.orderNumber.test(merchantOrderNo)
  try {
    return await callWith(isUsable ? merchantOrderNo : number, idempotencyKey, { handles: AMBIGUOUS })
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== AMBIGUOUS) throw cause
    // Another request, so it has another key, which is the same when the run is repeated.
    return callWith(number, `${idempotencyKey}-platform`)
  }
}

/** The error that a gateway answered for another order; null when the answer is about this one, or does not tell. */
export const otherOrderError = (
  { number, merchantOrderNo }: OrderIdentity,
  { platOrderNo }: { platOrderNo: string | null },
): Message | null =>
  platOrderNo === null || platOrderNo === number || number === merchantOrderNo
    ? null
    : ['command.order.other', { number, other: platOrderNo }, 'error']
