import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableFolder, durableStartParams, inMemoryStartParams } from './durable.ts'
import type { EngineOptions, FromEngine, ToEngine } from './open.ts'
import { GREETING, RESET_SESSION, Wire } from './protocol.ts'

const port = parentPort!
const { dir, snapshot } = workerData as EngineOptions
const post = (message: FromEngine) => port.postMessage(message)

try {
  await serve(await open())
  post({ ready: true })
} catch (error) {
  post({ failed: error instanceof Error ? error.message : String(error) })
}

async function open(): Promise<PGlite> {
  if (dir === null) return PGlite.create({ startParams: inMemoryStartParams, ...(snapshot && { loadDataDir: snapshot }) })
  const fs = new DurableFolder(dir)
  const lite = await PGlite.create({ fs, startParams: durableStartParams })
  await assertDurable(lite, fs)
  return lite
}

/** Checks that a commit calls fsync. Otherwise an acknowledged payment could be lost. */
async function assertDurable(lite: PGlite, fs: DurableFolder): Promise<void> {
  const before = fs.syncs
  await lite.exec(
    'create table if not exists durable_check (at timestamptz); truncate durable_check; insert into durable_check values (now())',
  )
  if (fs.syncs === before) throw new Error('The embedded database does not sync commits to the disk. The gateway cannot start.')
}

async function serve(lite: PGlite): Promise<void> {
  let connection = 0
  let wire = new Wire()
  let queue = Promise.resolve()

  const handle = async (message: ToEngine) => {
    if ('close' in message) return close(lite)
    if (message.connection < connection) return
    if (message.connection > connection) {
      connection = message.connection
      wire = new Wire()
      await lite.execProtocolRawStream(RESET_SESSION, { onRawData: () => {} })
    }
    const { batch, greeting } = wire.take(message.bytes)
    if (greeting) post({ connection, bytes: GREETING })
    if (batch.length > 0) {
      await lite.execProtocolRawStream(batch, { onRawData: (data) => post({ connection, bytes: data.slice() }) })
    }
  }
  // Messages are processed strictly in order. An error here ends the thread and the gateway, because the session state is
  // unknown.
  port.on('message', (message: ToEngine) => {
    queue = queue.then(() => handle(message))
  })
}

async function close(lite: PGlite): Promise<void> {
  await lite.close()
  port.close()
  process.exit(0)
}
