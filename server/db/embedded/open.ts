import { realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { DataFolderError, lockFolder } from './lock.ts'
import { WireSocket } from './wire.ts'

export interface EngineOptions {
  /** Data folder; null for an in-memory database. */
  dir: string | null
  /** Path of a tar file with the data folder that a database in memory starts with. */
  snapshot?: string | undefined
}

/** What the engine's thread starts with. */
export interface EngineData extends EngineOptions {
  code: WebAssembly.Module
}

/** `connection` is the sequence number of the connection. Messages of an older connection are dropped. */
export type ToEngine = { connection: number; bytes: Uint8Array } | { close: true }
export type FromEngine = { connection: number; bytes: Uint8Array } | { ready: true } | { failed: string }

/**
 * Starts PGlite on a worker thread, so that a long query does not block the event loop. Locks the folder first, because two
 * engines on one folder lose commits without an error.
 */
export async function openEmbedded(dir: string | null, snapshot?: string) {
  if (dir === null) return start({ dir, snapshot }, () => {})
  const unlock = lockFolder(dir)
  // The engine cannot follow a symbolic link.
  const folder = realpathSync(dir)
  try {
    return await start({ dir: folder, snapshot }, unlock)
  } catch (error) {
    unlock()
    throw new DataFolderError(`The database in ${folder} cannot be opened: ${(error as Error).message}`)
  }
}

const PGLITE = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))

let code: Promise<WebAssembly.Module> | undefined

/** PGlite's code, compiled once in a process: threads share compiled code, and each would take half a second of a core for its own. */
const compiledCode = (): Promise<WebAssembly.Module> => (code ??= compile())

/**
 * V8 13.6 replaces the wrappers of calls out of WebAssembly when they are called often. When two threads replace the same one, it may be
 * freed twice, which ends the process: "Check failed: jit_page_->allocations_.erase(addr) == 1". Here they are never replaced; queries
 * take as long.
 */
async function compile(): Promise<WebAssembly.Module> {
  setFlagsFromString('--wasm-wrapper-tiering-budget=2147483647')
  return WebAssembly.compile(await readFile(join(PGLITE, 'pglite.wasm')))
}

async function start(options: EngineOptions, unlock: () => void) {
  const workerData: EngineData = { ...options, code: await compiledCode() }
  const engine = new Worker(join(import.meta.dirname, 'engine.ts'), { workerData })
  const ended = Promise.withResolvers<Error>()
  engine.once('error', ended.resolve)
  engine.once('exit', () => ended.resolve(new Error('The embedded database has stopped.')))
  // An engine that fails posts its reason and exits. `once` of node:events would settle some ticks after the exit.
  const first = await new Promise<FromEngine | Error>((resolve) => {
    engine.once('message', resolve)
    void ended.promise.then(resolve)
  })
  if (first instanceof Error) throw first
  if ('failed' in first) {
    await engine.terminate()
    throw new Error(first.failed)
  }

  const send = (message: ToEngine) => engine.postMessage(message)
  let connection = 0
  let current: WireSocket | undefined
  let dead: Error | undefined
  engine.on('message', (message: FromEngine) => {
    if ('bytes' in message && message.connection === connection) current?.push(message.bytes)
  })
  // Every later query fails, so that the health check reports the failure instead of waiting.
  void ended.promise.then((error) => {
    dead = error
    current?.destroy(error)
  })
  return {
    /** Opens a connection that uses the PostgreSQL wire protocol. The engine serves one connection at a time. */
    connect(): WireSocket {
      const number = ++connection
      current = new WireSocket((bytes) => send({ connection: number, bytes }))
      if (dead !== undefined) current.destroy(dead)
      return current
    },
    async close(): Promise<void> {
      send({ close: true })
      await ended.promise
      unlock()
    },
  }
}
