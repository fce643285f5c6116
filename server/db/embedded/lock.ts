import { linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** The process that holds the lock. Its start time distinguishes it from a later process with the same id. */
interface Owner {
  pid: number
  started: string | null
  machine: string
}

const HEARTBEAT_MS = 5_000
/** A process on another machine cannot be checked. Its lock is stale when it was not touched for this long. */
const STALE_AFTER_MS = 30_000

/**
 * Locks the folder for this process and returns a function that unlocks it. Throws with the owner's process id while that
 * process is running. A stale lock is taken over.
 */
export function lockFolder(dir: string): () => void {
  const folder = resolve(dir)
  mkdirSync(folder, { recursive: true })
  const file = join(dirname(folder), `.${basename(folder)}.lock`)
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

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // The lock file was removed by hand. The gateway goes on.
  }
}

/**
 * Replaces a stale lock. A second lock file guards this, because two processes could otherwise both find the lock stale and
 * remove each other's.
 */
function takeOver(folder: string, file: string): void {
  const guard = `${file}.turn`
  if (!create(guard)) throw new Error(`${folder} is being opened by another process. If none is, remove ${guard}.`)
  try {
    const owner = ownerOf(file)
    if (owner !== null && isAlive(owner, file)) {
      const where = owner.machine === machine ? '' : ` on ${owner.machine.split(' ')[0]}`
      throw new Error(`${folder} is in use by process ${owner.pid}${where}. Stop it, or set another DATA_DIR.`)
    }
    rmSync(file, { force: true })
    if (!create(file)) throw new Error(`${folder} was opened by another process a moment ago.`)
  } finally {
    rmSync(guard, { force: true })
  }
}

/** Creates the lock file atomically with its content. False when it exists. */
function create(file: string): boolean {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify({ pid: process.pid, started: startTimeOf(process.pid), machine } satisfies Owner))
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The owner of the lock; null when the file is gone or unreadable. */
function ownerOf(file: string): Owner | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner
  } catch {
    return null
  }
}

function isAlive(owner: Owner, file: string): boolean {
  if (owner.machine !== machine) return Date.now() - statSync(file).mtimeMs < STALE_AFTER_MS
  return isRunning(owner.pid) && startTimeOf(owner.pid) === owner.started
}

function isRunning(pid: number): boolean {
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

/** Host name and boot id. Process ids are comparable only within one boot of a machine. */
const machine = `${hostname()} ${contents('/proc/sys/kernel/random/boot_id') ?? ''}`.trim()
