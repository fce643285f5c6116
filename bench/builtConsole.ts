import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build, type Rolldown } from 'vite'

export const ROOT = join(import.meta.dirname, '..')

/** The console as it is shipped, in a folder of its own, and what each of its files is made of. */
export interface BuiltConsole {
  dist: string
  chunks: Rolldown.OutputChunk[]
}

/** Built anew, whatever there is: another build may be in use, or be replaced while this one is measured. Gone with the process. */
export async function buildConsole(): Promise<BuiltConsole> {
  const dist = mkdtempSync(join(tmpdir(), 'paydesk-bench-console-'))
  process.once('exit', () => rmSync(dist, { recursive: true, force: true }))
  const outDir = relative(ROOT, dist)
  const { output } = (await build({
    root: ROOT,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  })) as Rolldown.RolldownOutput
  return { dist, chunks: output.filter((file) => file.type === 'chunk') }
}
