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

/** Builds the console when it is missing or older than what it is made of. */
async function buildWhenStale(): Promise<void> {
  const built = newest(join(DIST, 'index.html'))
  if (built > 0 && SOURCES.every((source) => newest(join(ROOT, source)) <= built)) return
  console.log('Building the console …')
  const { build } = await import('vite')
  await build({ root: ROOT, logLevel: 'error' })
}

/** When the file, or any file of the folder, was last changed; 0 when there is none. */
function newest(path: string): number {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

try {
  await buildWhenStale()
} catch (error) {
  console.error(`The console could not be built: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
await main(process.env)
