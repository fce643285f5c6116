import { Refusal } from '../refusal.ts'

/** What a call names an order or movement by: the number of the merchant or of the platform, or both in their own fields. */
export interface OrderNumbers {
  /** The platform number too when it is the only number. */
  merchantOrderNo: string
  platOrderNo?: string | undefined
}

interface Numbered {
  id: string
  merchantOrderNo: string
}

/**
 * Asserts that the numbers are of this order and of no other. A merchant chooses its numbers, so one may be the platform number of another
 * merchant's order: throws ORDER_AMBIGUOUS for such a number alone, and ORDER_NOT_FOUND for two numbers that differ from the order's.
 */
export async function assertNumbersOf(
  order: Numbered,
  { merchantOrderNo: number, platOrderNo }: OrderNumbers,
  findByMerchantOrderNo: (number: string) => Promise<readonly (Numbered | undefined)[]>,
): Promise<void> {
  if (platOrderNo !== undefined) {
    const isExact = order.id === platOrderNo && [order.id, order.merchantOrderNo].includes(number)
    if (!isExact) throw new Refusal('ORDER_NOT_FOUND')
    return
  }
  const others = order.id === number ? await findByMerchantOrderNo(number) : []
  if (others.some((other) => other !== undefined && other.id !== order.id)) {
    throw new Refusal('ORDER_AMBIGUOUS', { reason: 'numberOfTwo' })
  }
}
