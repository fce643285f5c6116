/** A list of the orders with the highest scores, best first; of equal scores, the first order. */
export function bestOrders(most: number) {
  const orders: number[] = []
  const scores: number[] = []
  const isBehind = (at: number, order: number, score: number) =>
    scores[at]! < score || (scores[at] === score && orders[at]! > order)
  return {
    offer(order: number, score: number): void {
      let at = orders.length
      if (at === most && !isBehind(at - 1, order, score)) return
      while (at > 0 && isBehind(at - 1, order, score)) at--
      orders.splice(at, 0, order)
      scores.splice(at, 0, score)
      if (orders.length > most) {
        orders.pop()
        scores.pop()
      }
    },
    /** Empties the list. */
    take(): number[] {
      scores.length = 0
      return orders.splice(0)
    },
  }
}
