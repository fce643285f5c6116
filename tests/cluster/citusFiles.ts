import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The version of PostgreSQL that the tests run Citus on, where Debian installs it. */
const SERVER = 'usr/lib/postgresql/15'
const SHARED = 'usr/share/postgresql/15'
const ARCHIVE = 'citus-pg15.tar.gz'

/** Where the extension is: installed, in an archive of its files (`./usr/…`), or nowhere. */
type CitusFiles = { installed: true } | { archive: string } | null

/**
 * Looks for PostgreSQL 15 with Citus: installed, or as `citus-pg15.tar.gz` in the folder that `CITUS_ARCHIVE` names, by default
 * `../shared/citus` beside this project.
 */
export function findCitus(): CitusFiles {
  if (!existsSync(join('/', SERVER, 'bin/postgres'))) return null
  if (existsSync(join('/', SHARED, 'extension/citus.control'))) return { installed: true }
  const folder = process.env.CITUS_ARCHIVE ?? join(import.meta.dirname, '../../../shared/citus')
  const archive = join(folder, ARCHIVE)
  return existsSync(archive) ? { archive } : null
}

/**
 * The folder of a `postgres` that finds Citus. From an archive, a tree of links to the installed PostgreSQL is created in `dir`,
 * with the extension in it: a server looks for its files relative to its own place. The system is not changed.
 */
export function citusBinaries(dir: string, files: NonNullable<CitusFiles>): string {
  if ('installed' in files) return join('/', SERVER, 'bin')
  execFileSync('tar', ['xzf', files.archive, '-C', dir, '--no-same-owner'])
  for (const part of [join(SERVER, 'lib'), SHARED]) {
    execFileSync('cp', ['-rsn', join('/', part), dirname(join(dir, part))])
  }
  const bin = join(dir, SERVER, 'bin')
  mkdirSync(bin, { recursive: true })
  for (const name of ['postgres', 'initdb', 'pg_basebackup']) copyFileSync(join('/', SERVER, 'bin', name), join(bin, name))
  return bin
}
