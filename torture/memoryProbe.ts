import { getHeapSpaceStatistics } from 'node:v8'
import { isMainThread } from 'node:worker_threads'

/** Bytes of memory. */
export interface Memory extends NodeJS.MemoryUsage {
  /** Resident space for young objects. V8 takes it on demand and keeps it. */
  young: number
  /** Used space for bytecode and machine code, a part of `heapUsed`. V8 compiles for an hour, as functions prove to be hot. */
  code: number
}

/**
 * Loaded into a gateway before its own modules: reports the memory after a garbage collection to the parent process, and ends
 * with it.
 */
if (isMainThread) {
  process.on('message', () => {
    globalThis.gc!()
    process.send!({ ...process.memoryUsage(), young: youngBytes(), code: codeBytes() } satisfies Memory)
  })
  process.on('disconnect', () => process.exit())
  process.channel!.unref()
}

function youngBytes(): number {
  const young = getHeapSpaceStatistics().filter(({ space_name }) => space_name === 'new_space')
  return young.reduce((sum, { physical_space_size }) => sum + physical_space_size, 0)
}

function codeBytes(): number {
  const code = getHeapSpaceStatistics().filter(({ space_name }) => /^(code|trusted)_/.test(space_name))
  return code.reduce((sum, { space_used_size }) => sum + space_used_size, 0)
}
