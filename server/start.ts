import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
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

/** Builds the console when it is missing or older than one of its sources. */
async function buildWhenStale(): Promise<void> {
  const built = newestChange(join(DIST, 'index.html'))
  if (built > 0 && SOURCES.every((source) => newestChange(join(ROOT, source)) <= built)) return
  console.log('Building the console …')
  const { build } = await import('vite')
  await build({ root: ROOT, logLevel: 'error' })
}

/** The modification time of the file, or of the newest file in the folder, in milliseconds; 0 when it does not exist. */
function newestChange(path: string): number {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newestChange(join(path, name))))
}

try {
  await buildWhenStale()
} catch (error) {
  console.error(`The console could not be built: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
await main(process.env)
