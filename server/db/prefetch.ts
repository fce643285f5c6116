import { setImmediate } from 'node:timers/promises'

/** The same batches. The database reads the next one while this one is used, also if that keeps the event loop busy. */
export async function* prefetch<Batch>(batches: AsyncGenerator<Batch>): AsyncGenerator<Batch> {
  let batch = batches.next()
  for (;;) {
    const { done, value } = await batch
    if (done) return
    batch = batches.next()
    // Avoids an unhandled rejection when the consumer has stopped. A consumer that awaits the batch still gets the error.
    batch.catch(() => {})
    // The driver sends a query in a later turn of the event loop than it was asked.
    await setImmediate()
    yield value
  }
}
