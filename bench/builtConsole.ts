import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build, type Rolldown } from 'vite'
import { precompress } from '../scripts/precompress.ts'

export const ROOT = join(import.meta.dirname, '..')

/** A production build of the console in its own folder, with the contents of each chunk. */
export interface BuiltConsole {
  dist: string
  chunks: Rolldown.OutputChunk[]
}

/**
 * Builds the console, even if a build exists: the existing one may be in use or be replaced during the measurement. The folder is
 * removed when the process exits.
 */
export async function buildConsole(): Promise<BuiltConsole> {
  const dist = mkdtempSync(join(tmpdir(), 'paydesk-bench-console-'))
  process.once('exit', () => rmSync(dist, { recursive: true, force: true }))
  const outDir = relative(ROOT, dist)
  const { output } = (await build({
    root: ROOT,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  })) as Rolldown.RolldownOutput
  precompress(dist)
  return { dist, chunks: output.filter((file) => file.type === 'chunk') }
}
