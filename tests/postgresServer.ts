import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

/** A PostgreSQL server of its own, which a test may stop, freeze and start again. */
export interface PostgresServer {
  url: string
  /** Whether the server has ended, by itself or because it was stopped. */
  hasEnded(): boolean
  /** Ends every connection at once, without a checkpoint, as a crash does. */
  stopImmediately(): Promise<void>
  /** Starts the stopped server on the same data and port. */
  start(): Promise<void>
  /** Stops all processes of the server: connections stay open and nothing answers. */
  freeze(): void
  thaw(): void
  /** Stops the server and removes its data. Each project of a test run closes the server that they share. */
  close(): Promise<void>
}

export interface PostgresOptions {
  /** The folder in which the data are stored, in a folder of their own. Default: the temporary one. */
  parent?: string
  /** The folder of the binaries. */
  bin?: string | null
  /** Settings besides those that every test needs. */
  settings?: Record<string, string | number>
  /** The URL of a server to follow as its standby; that server needs `wal_level` replica. */
  standbyOf?: string
}

const START_POLL_MS = 50

/** Databases of a whole test run take less than half of it. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * A folder in memory for the data of tests, which create and remove databases of hundreds of files each, or the temporary one where
 * memory is short. A disk takes two to ten times the processor time for it.
 */
export function memoryFolder(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, process.availableMemory()) < ENOUGH_BYTES ? tmpdir() : memory
}

/** A shell that waits for the end of its input, then ends the server of the folder, if it still runs, and removes the folder. */
const CLEANS_UP = 'cat >/dev/null; kill -QUIT "$(head -1 "$0/data/postmaster.pid")"; rm -rf "$0"'

/** Starts a server, by default from installed binaries in a temporary folder; null when there are none. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer | null> {
  const { parent = tmpdir(), bin = binaries(), settings = {}, standbyOf } = options
  if (bin === null) return null
  const dir = mkdtempSync(join(parent, 'paydesk-postgres-'))
  // Its input also ends with this process: a run that is killed leaves neither servers nor memory behind.
  const cleaner = spawn('sh', ['-c', CLEANS_UP, dir], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  cleaner.unref()
  const removed = once(cleaner, 'exit')
  const owner = notRoot()
  if (owner !== null) chownSync(dir, owner.uid, owner.gid)
  const data = join(dir, 'data')
  const port = await freePort()
  const inFolder = { ...owner, cwd: dir }
  const [tool, ...flagsOfTool] =
    standbyOf === undefined
      ? ['initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8']
      : ['pg_basebackup', '-d', standbyOf, '--write-recovery-conf', '--checkpoint=fast']
  const [failed] = await once(spawn(join(bin, tool!), ['-D', data, '--no-sync', ...flagsOfTool], inFolder), 'exit')
  if (failed !== 0) throw new Error(`${tool} in ${bin} failed.`)
  // The name tells it from another server that has taken the port.
  const name = `paydesk-${randomUUID()}`
  const all = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: dir,
    fsync: 'off',
    max_connections: 100,
    ...settings,
  }
  const flags = Object.entries({ ...all, cluster_name: name }).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server: ChildProcess

  async function start(): Promise<void> {
    server = spawn(join(bin!, 'postgres'), ['-D', data, ...flags], { ...inFolder, stdio: 'ignore' })
    for (; !hasEnded(); await setTimeout(START_POLL_MS)) if ((await nameOf(url)) === name) return
    throw new Error(`PostgreSQL in ${bin} does not start.`)
  }
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null
  async function stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const exit = once(server, 'exit')
    server.kill(signal)
    if (!hasEnded()) await exit
  }
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of [server.pid!, ...childrenOf(server.pid!)]) process.kill(pid, name)
  }

  await start()
  return {
    url,
    hasEnded,
    start,
    stopImmediately: () => stop('SIGQUIT'),
    freeze: () => signal('SIGSTOP'),
    thaw: () => {
      if (!hasEnded()) signal('SIGCONT')
    },
    async close() {
      await stop('SIGINT')
      cleaner.ref()
      cleaner.stdin.end()
      await removed
    },
  }
}

/** Starts a standby of the server, whose commits wait from now on until the standby has them. */
export async function startStandby(primary: PostgresServer, options: PostgresOptions): Promise<PostgresServer> {
  const standby = (await startPostgres({ ...options, standbyOf: primary.url }))!
  await onServer(primary.url, `alter system set synchronous_standby_names = '*'`)
  await onServer(primary.url, 'select pg_reload_conf()')
  return standby
}

/** Runs one statement in a connection of its own. */
export async function onServer(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url)
  // The statement fails, too, when the server ends. Without a listener the process would.
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

/** Whether the server accepts connections. */
export const answers = async (url: string): Promise<boolean> => (await nameOf(url)) !== null

/** The name that the server was started with, empty when it has none; null when it does not accept connections. */
async function nameOf(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>(`select current_setting('cluster_name') as name`)
    return rows[0]!.name
  } catch {
    return null
  } finally {
    await client.end().catch(() => {})
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** The folder of the installed binaries. */
export function binaries(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...(process.env.PATH ?? '').split(':'), ...versions.map((number) => join(debian, number, 'bin'))]
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
  // A folder of links may lack some of the tools.
  return found === undefined ? null : dirname(realpathSync(join(found, 'postgres')))
}

/** PostgreSQL refuses to run as root, so root runs it as another user. */
function notRoot(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    const entry = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
    const [, , uid, gid] = entry?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  return null
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
