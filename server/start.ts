import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ConsoleBuildError } from './failure.ts'
import { DIST } from './http/console.ts'
import { main } from './main.ts'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'public',
  'scripts',
  'src',
  'commands',
  'machines',
  'locales',
  'contract',
]

/** Whether the console is missing or older than one of its sources. */
function isStale(): boolean {
  const built = newestChange(join(DIST, 'index.html'))
  return built === 0 || SOURCES.some((source) => newestChange(join(ROOT, source)) > built)
}

/**
 * Starts a script in a process of its own with the lowest priority: it uses what the gateway leaves of two cores, while that prepares
 * the database.
 */
function spawnInBackground(script: string, parameters: readonly string[], stderr: 'pipe' | 'inherit') {
  const child = spawn(process.execPath, [script, ...parameters], { cwd: ROOT, stdio: ['ignore', 'ignore', stderr] })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return child
}

/** Without source maps, which the gateway does not serve. */
async function buildConsole(): Promise<void> {
  console.log('Building the console …')
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const child = spawnInBackground(vite, ['build', '--logLevel', 'error', '--sourcemap', 'false'], 'pipe')
  const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')])
  if (code !== 0) throw new ConsoleBuildError(said.trim())
}

/** Compresses a new build when the console is already served: it takes longer than the build. An earlier start may have ended before. */
function compressConsole(): void {
  if (newestChange(join(DIST, 'index.html.gz')) >= newestChange(join(DIST, 'index.html'))) return
  const child = spawnInBackground(join(ROOT, 'scripts/precompress.ts'), [DIST], 'inherit')
  child.unref()
  process.once('exit', () => child.kill())
}

/** The modification time of the file, or of the newest file in the folder, in milliseconds; 0 when it does not exist. */
function newestChange(path: string): number {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newestChange(join(path, name))))
}

await main(process.env, { onListening: compressConsole, ...(isStale() && { buildConsole }) })
