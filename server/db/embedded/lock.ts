import { randomUUID } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** The process that holds the lock. Its start time distinguishes it from a later process with the same id. */
interface Owner {
  pid: number
  started: string | null
  machine: string
}

/** The folder cannot be used. The message is one line for the operator. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

const HEARTBEAT_MS = 5_000
/** A process on another machine cannot be checked. Its lock is stale when it was not touched for this long. */
const STALE_AFTER_MS = 30_000

/**
 * Locks the folder for this process and returns a function that unlocks it. Throws with the owner's process id while that
 * process is running. A stale lock is taken over. The lock is a file in the folder, so it holds for every path and every mount
 * of the folder.
 */
export function lockFolder(dir: string): () => void {
  const folder = realFolder(dir)
  // Earlier versions lock the folder by a file beside it.
  for (const path of new Set([resolve(dir), folder])) {
    removeStale(join(dirname(path), `.${basename(path)}.lock`), folder)
  }
  const file = join(folder, 'paydesk.lock')
  if (!create(file)) takeOver(folder, file)
  const heartbeat = setInterval(touch, HEARTBEAT_MS, file).unref()
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  return () => {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}

/** Creates the folder when it is missing, and resolves symbolic links. */
function realFolder(dir: string): string {
  try {
    mkdirSync(dir, { recursive: true })
    return realpathSync(dir)
  } catch (error) {
    throw new DataFolderError(`${resolve(dir)} cannot be used as a folder: ${(error as Error).message}. Set another DATA_DIR.`)
  }
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // The lock file was removed by hand. The gateway goes on.
  }
}

/**
 * Replaces a stale lock. A second lock file guards this, because two processes could otherwise both find the lock stale and
 * remove each other's. The guard of a process that died here is stale, too.
 */
function takeOver(folder: string, file: string): void {
  const guard = `${file}.turn`
  if (!create(guard)) {
    removeStale(guard, folder)
    if (!create(guard)) throw new DataFolderError(`${folder} is being opened by another process.`)
  }
  try {
    removeStale(file, folder)
    if (!create(file)) throw new DataFolderError(`${folder} was opened by another process a moment ago.`)
  } finally {
    rmSync(guard, { force: true })
  }
}

/** Creates the lock file atomically with its content. False when it exists. */
function create(file: string): boolean {
  const draft = `${file}.${randomUUID()}`
  try {
    writeFileSync(draft, JSON.stringify({ pid: process.pid, started: startTimeOf(process.pid), machine } satisfies Owner))
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw new DataFolderError(`${dirname(file)} cannot be locked: ${(error as Error).message}. Set another DATA_DIR.`)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes the lock file, if there is one. Throws when its owner is running. */
function removeStale(file: string, folder: string): void {
  const text = contents(file)
  if (text === null) return
  const owner = parseOwner(text)
  if (owner !== null && isAlive(owner, file)) {
    const where = isHere(owner) ? '' : ` on ${owner.machine.split(' ')[0]}`
    throw new DataFolderError(`${folder} is in use by process ${owner.pid}${where}. Stop it, or set another DATA_DIR.`)
  }
  // Renamed before it is removed: another process may have replaced it since it was read.
  const removed = `${file}.${randomUUID()}`
  try {
    renameSync(file, removed)
    if (contents(removed) !== text) linkSync(removed, file)
  } catch {
    // Another process was faster. Creating the lock decides.
  }
  rmSync(removed, { force: true })
}

/** The owner named in a lock; null when it cannot be read. */
function parseOwner(text: string): Owner | null {
  try {
    return JSON.parse(text) as Owner | null
  } catch {
    return null
  }
}

function isAlive(owner: Owner, file: string): boolean {
  if (!isHere(owner)) return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < STALE_AFTER_MS
  return isRunning(owner.pid) && startTimeOf(owner.pid) === owner.started
}

/** Locks of earlier versions have no process namespace. */
const isHere = (owner: Owner): boolean => `${machine} `.startsWith(`${owner.machine} `)

/** Whether a process of this machine has this id. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The start time of a process in clock ticks since boot; null without /proc. */
function startTimeOf(pid: number): string | null {
  // The second field, the command name in parentheses, may contain anything. The start time is the twentieth field after it.
  const stat = contents(`/proc/${pid}/stat`)
  return stat === null ? null : (stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null)
}

function contents(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** Host name, boot id and process namespace (container). Process ids are comparable only when all are equal. */
const machine = `${hostname()} ${contents('/proc/sys/kernel/random/boot_id') ?? ''} ${pidNamespace()}`.trim()
