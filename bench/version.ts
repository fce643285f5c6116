import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './builtConsole.ts'

const MIGRATIONS = join(ROOT, 'server/db/migrations')

/** The version of the demo data: a hash of the sources that produce it. */
export function demoVersion(): string {
  const files = [
    ...withImports(join(ROOT, 'server/seed/seed.ts')),
    ...readdirSync(MIGRATIONS).map((name) => join(MIGRATIONS, name)),
  ]
  const hash = files.sort().reduce((whole, file) => whole.update(readFileSync(file)), createHash('sha256'))
  return hash.digest('hex').slice(0, 12)
}

function withImports(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known
  known.add(file)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+|#contract\/[^']+)'/g)) {
    withImports(path!.startsWith('#') ? join(ROOT, path!.slice(1)) : join(dirname(file), path!), known)
  }
  return known
}
