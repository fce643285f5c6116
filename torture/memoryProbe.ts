import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into a gateway before its own modules: reports the memory after a garbage collection to the parent process, and ends
 * with it.
 */
if (isMainThread) {
  process.on('message', () => {
    globalThis.gc!()
    process.send!(process.memoryUsage())
  })
  process.on('disconnect', () => process.exit())
  process.channel!.unref()
}
