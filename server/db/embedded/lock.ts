import { linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** Who holds a folder. The start of the process tells it from another that was given the same number later. */
interface Owner {
  pid: number
  started: string | null
  machine: string
}

const BEAT_MS = 5_000
/** On another machine nobody can be asked whether it lives; it shows by touching its lock. */
const SILENT_MS = 30_000

/**
 * Takes the folder for this process and gives back how to let it go.
 * Throws with the owner's process id while that process lives; a lock left by a dead one is taken over.
 */
export function lockFolder(dir: string): () => void {
  const folder = resolve(dir)
  mkdirSync(folder, { recursive: true })
  const file = join(dirname(folder), `.${basename(folder)}.lock`)
  if (!create(file)) takeOver(folder, file)
  const beat = setInterval(touch, BEAT_MS, file).unref()
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  return () => {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Somebody has removed it by hand; that is no reason to stop serving.
  }
}

/** Judges and replaces the lock while nobody else does, or two could both find it dead and each remove the other's. */
function takeOver(folder: string, file: string): void {
  const turn = `${file}.turn`
  if (!create(turn)) throw new Error(`${folder} is being opened by another process. If none is, remove ${turn}.`)
  try {
    const owner = ownerOf(file)
    if (owner !== null && isAlive(owner, file)) {
      const where = owner.machine === machine ? '' : ` on ${owner.machine.split(' ')[0]}`
      throw new Error(`${folder} is in use by process ${owner.pid}${where}. Stop it, or set another DATA_DIR.`)
    }
    rmSync(file, { force: true })
    if (!create(file)) throw new Error(`${folder} was opened by another process a moment ago.`)
  } finally {
    rmSync(turn, { force: true })
  }
}

/** Appears with all that is in it or not at all; false when it is there already. */
function create(file: string): boolean {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify({ pid: process.pid, started: startOf(process.pid), machine } satisfies Owner))
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

/** Null for a lock that was let go meanwhile, or that is none of ours. */
function ownerOf(file: string): Owner | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner
  } catch {
    return null
  }
}

function isAlive(owner: Owner, file: string): boolean {
  if (owner.machine !== machine) return Date.now() - statSync(file).mtimeMs < SILENT_MS
  return isRunning(owner.pid) && startOf(owner.pid) === owner.started
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** When a process began, in the kernel's own count since it booted; null where there is no /proc to ask. */
function startOf(pid: number): string | null {
  // The name of the command comes second, in parentheses, and may hold anything; the start is the twentieth after it.
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

/** This machine since its last start: process numbers mean nothing beyond that. */
const machine = `${hostname()} ${contents('/proc/sys/kernel/random/boot_id') ?? ''}`.trim()
