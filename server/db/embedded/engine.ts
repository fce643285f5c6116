import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableFolder, durableStartParams, inMemoryStartParams } from './durable.ts'
import type { EngineOptions, FromEngine, ToEngine } from './open.ts'
import { GREETING, RESET_SESSION, Wire } from './protocol.ts'

const port = parentPort!
const { dir, snapshot } = workerData as EngineOptions
const answer = (message: FromEngine) => port.postMessage(message)

try {
  await serve(await open())
  answer({ ready: true })
} catch (error) {
  answer({ failed: error instanceof Error ? error.message : String(error) })
}

async function open(): Promise<PGlite> {
  if (dir === null) return PGlite.create({ startParams: inMemoryStartParams, ...(snapshot && { loadDataDir: snapshot }) })
  const fs = new DurableFolder(dir)
  const lite = await PGlite.create({ fs, startParams: durableStartParams })
  await proveDurable(lite, fs)
  return lite
}

/** One commit must have reached the disk through our file system, or an acknowledged payment could be lost. */
async function proveDurable(lite: PGlite, fs: DurableFolder): Promise<void> {
  const before = fs.syncs
  await lite.exec(
    'create table if not exists durable_check (at timestamptz); truncate durable_check; insert into durable_check values (now())',
  )
  if (fs.syncs === before) throw new Error('The embedded database does not write through to the disk; refusing to run.')
}

async function serve(lite: PGlite): Promise<void> {
  let connection = 0
  let wire = new Wire()
  let queue = Promise.resolve()

  const take = async (message: ToEngine) => {
    if ('close' in message) return close(lite)
    if (message.connection < connection) return
    if (message.connection > connection) {
      connection = message.connection
      wire = new Wire()
      await lite.execProtocolRawStream(RESET_SESSION, { onRawData: () => {} })
    }
    const { batch, greeting } = wire.take(message.bytes)
    if (greeting) answer({ connection, bytes: GREETING })
    if (batch.length > 0) {
      await lite.execProtocolRawStream(batch, { onRawData: (data) => answer({ connection, bytes: data.slice() }) })
    }
  }
  // Strictly in the order they came. What throws here ends the thread, and the gateway with it: the session is unknown.
  port.on('message', (message: ToEngine) => {
    queue = queue.then(() => take(message))
  })
}

async function close(lite: PGlite): Promise<void> {
  await lite.close()
  port.close()
  process.exit(0)
}
