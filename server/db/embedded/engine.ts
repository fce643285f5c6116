import { fdatasyncSync, readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { EngineData, FromEngine, ToEngine } from './open.ts'
import { GREETING, RESET_SESSION, Wire } from './protocol.ts'

type InitArguments = Parameters<NodeFS['init']>
interface OpenFile {
  nfd?: number
}
interface EmscriptenModule {
  NODEFS: { stream_ops: { fsync?: (file: OpenFile) => number } }
}

/** random_page_cost is the same as for a server: see `SERVER_POOL` in database.ts. */
const startParams: string[] = [...PGlite.defaultStartParams, '-c', 'random_page_cost=1.1']

/** Without durability, and with a small cache: the files are in memory, too, and clearing the default 128 MB takes half of the start. */
const inMemoryStartParams: string[] = [...startParams, '-c', 'shared_buffers=16MB']

/** PGlite's default `-F` turns fsync off. It is removed here, so that the write-ahead log is synced to the disk. */
const durableStartParams: string[] = [...startParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync']

/** A tar file of a data folder. PGlite takes blobs only; other blobs give their bytes in small parts, which takes as long as the start. */
class TarFile extends Blob {
  readonly #path: string

  constructor(path: string) {
    super()
    this.#path = path
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return readFileSync(this.#path).buffer
  }
}

/** PGlite's folder file system has no fsync operation. This subclass adds an fsync that calls the operating system. */
class DurableFolder extends NodeFS {
  /** Number of syncs by the engine. */
  syncs = 0

  override async init(pg: InitArguments[0], options: InitArguments[1]): ReturnType<NodeFS['init']> {
    const init = await super.init(pg, options)
    init.emscriptenOpts.preRun?.push((module: unknown) => {
      ;(module as EmscriptenModule).NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) fdatasyncSync(nfd)
        this.syncs++
        return 0
      }
    })
    return init
  }
}

const port = parentPort!
const { dir, snapshot, code } = workerData as EngineData
const post = (message: FromEngine) => port.postMessage(message)

try {
  await serve(await open())
  post({ ready: true })
} catch (error) {
  post({ failed: error instanceof Error ? error.message : fileErrorText(error) })
}

/** The text of an error of the engine's file system, which is not an Error. Its numbers are those of WASI. */
function fileErrorText(error: unknown): string {
  const { errno } = error as { errno?: number }
  if (errno === 51) return 'no space left on the disk'
  return errno === 2 || errno === 63 ? 'permission denied' : inspect(error, { breakLength: Number.POSITIVE_INFINITY })
}

async function open(): Promise<PGlite> {
  if (dir === null)
    return PGlite.create({
      pgliteWasmModule: code,
      startParams: inMemoryStartParams,
      ...(snapshot !== undefined && { loadDataDir: new TarFile(snapshot) }),
    })
  const fs = new DurableFolder(dir)
  const lite = await PGlite.create({ pgliteWasmModule: code, fs, startParams: durableStartParams })
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
