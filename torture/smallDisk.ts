import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEGABYTES = 320
/** Each size is written until it no longer fits. */
const PIECES = [1024 * 1024, 4096, 1].map((size) => Buffer.alloc(size, 'x'))

/** A file system of its own, small enough to be filled at once. */
export interface SmallDisk {
  folder: string
  /** Takes all of the space that is left, or what was freed since the last time. Returns the bytes taken. */
  fill(): number
  /** Gives back what `fill` took. */
  free(): void
  close(): void
}

/** Mounts it in memory; null where this is not permitted. */
export function mountSmallDisk(): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-disk-'))
  try {
    // PostgreSQL writes as another user.
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m,mode=1777`, 'paydesk', folder], { stdio: 'ignore' })
  } catch {
    rmdirSync(folder)
    return null
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a')
      const taken = PIECES.reduce((sum, piece) => sum + writeAll(file, piece), 0)
      closeSync(file)
      return taken
    },
    free: () => rmSync(filler, { force: true }),
    close() {
      // A process that is just ending may still hold a file.
      execFileSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}

/** Whether this process may mount file systems. */
export function canMount(): boolean {
  const disk = mountSmallDisk()
  disk?.close()
  return disk !== null
}

function writeAll(file: number, piece: Buffer): number {
  let bytes = 0
  try {
    for (;;) bytes += writeSync(file, piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    return bytes
  }
}
