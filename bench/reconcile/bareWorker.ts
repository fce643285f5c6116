import Papa from 'papaparse'
import type { ComparedOrder } from '../../src/reconcile/comparedOrder.ts'

/** The least that any reconciliation does: parses the file and joins it with the orders by the first known number. */
const orders = new Map<string, ComparedOrder>()

globalThis.onmessage = async ({ data }: MessageEvent<{ orders: readonly ComparedOrder[] } | { file: Blob }>) => {
  if ('orders' in data) {
    for (const order of data.orders) {
      orders.set(order.platOrderNo!, order)
      orders.set(order.merchantOrderNo!, order)
    }
    globalThis.postMessage(orders.size)
    return
  }
  const { data: rows } = Papa.parse<string[]>(await data.file.text(), { skipEmptyLines: true })
  let found = 0
  for (const row of rows) if (row[1]!.split(' ').some((word) => orders.has(word))) found++
  globalThis.postMessage(found)
}
