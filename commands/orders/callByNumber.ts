import type { Call } from '#contract/call.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { OrderIdentity } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'

const AMBIGUOUS = 'ORDER_AMBIGUOUS'

export interface Numbered {
  merchantOrderNo: string
}

/**
 * Calls with the merchant's number of an order, which is what every gateway looks up. The platform's number is for a row without
 * one, for one that no gateway would take, and for a number that several merchants use, which is refused as ambiguous.
 */
export async function callByNumber<In extends Numbered, Out>(
  { call, idempotencyKey }: Scope,
  asked: Call<In, Out>,
  { number, merchantOrderNo }: OrderIdentity,
  input: Omit<In, keyof Numbered>,
): Promise<Out> {
  const callWith = (one: string, key: string, options = {}) =>
    call(asked, { ...input, merchantOrderNo: one } as In, { ...options, ...(asked.mutates && { idempotencyKey: key }) })
  const isUsable = merchantOrderNo != null && PATTERNS.orderNumber.test(merchantOrderNo)
  try {
    return await callWith(isUsable ? merchantOrderNo : number, idempotencyKey, { handles: AMBIGUOUS })
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== AMBIGUOUS) throw cause
    // Another request, so it has another key, which is the same when the run is repeated.
    return callWith(number, `${idempotencyKey}-platform`)
  }
}
