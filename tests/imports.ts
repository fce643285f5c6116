import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

export interface Import {
  from: string
  isType: boolean
}

const IMPORT =
  /^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s+['"]([^'"]+)['"]/gm

/** TypeScript files below the folders, as paths from the root. */
export const sourcesIn = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  )

/** The imports of a file, late ones and re-exports included, as written. */
export const importsOf = (file: string): Import[] =>
  Array.from(readFileSync(join(root, file), 'utf8').matchAll(IMPORT), ([, type, from, later, bare]) => ({
    from: from ?? later ?? bare ?? '',
    isType: type !== undefined,
  }))

/** Turns a relative import into a path from the root; others stay as they are. */
export const pathFromRoot = (file: string, from: string): string =>
  from.startsWith('.') ? relative(root, resolve(root, dirname(file), from)) : from
