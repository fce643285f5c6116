import type { ComparedOrder } from '../comparedOrder.ts'
import { createOrderNumbers, numbersOf, type OrderNumbers } from '../matching/numberIndex.ts'

/** The orders of a reconciliation by their identity. Their numbers are indexed while they arrive, so that matching begins at once. */
export function createOrderBook() {
  const orders = new Map<string, ComparedOrder>()
  let index: OrderNumbers | null = createOrderNumbers()
  let version = 0

  return {
    get size() {
      return orders.size
    },
    /** Changes with the orders. */
    get version() {
      return version
    },
    all: (): ComparedOrder[] => [...orders.values()],
    /** In the order of `all`. */
    numbers(): OrderNumbers {
      if (index !== null) return index
      index = createOrderNumbers()
      for (const order of orders.values()) index.add(order)
      return index
    },
    /** Replaces orders with the same identity, at their places. */
    add(added: readonly ComparedOrder[]): void {
      for (const order of added) {
        const before = orders.get(order.id)
        if (before === undefined) index?.add(order)
        else if (numbersOf(before).join() !== numbersOf(order).join()) index = null
        orders.set(order.id, order)
      }
      version++
    },
    clear(): void {
      orders.clear()
      index = createOrderNumbers()
      version++
    },
  }
}
