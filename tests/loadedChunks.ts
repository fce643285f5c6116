import { hash } from 'node:crypto'
import { resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Rolldown } from 'vite'

const root = resolve(import.meta.dirname, '..')

/** The texts of a guest, and those added for signed-in users. */
export const GUEST_TEXTS = 'locales/guest/en.ts'
export const DESK_TEXTS = 'locales/desk/en.ts'

const ENTRY = 'src/main.tsx'

/** The modules loaded for the guest page, and for the first list after sign-in. */
export const SIGN_IN: readonly string[] = [GUEST_TEXTS, 'src/screens/login/Login.tsx']
export const FIRST_LIST: readonly string[] = [
  GUEST_TEXTS,
  DESK_TEXTS,
  'src/app/Workspace.tsx',
  'src/lists/screens/PayinScreen.tsx',
]

/** The chunks a browser loads for a page: the entry, its dynamic parts, and all their imports. */
export function loaded(chunks: readonly Rolldown.OutputChunk[], parts: readonly string[]): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined) throw new Error(`no chunk contains all of ${parts}`)
    if (found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
  }
  for (const part of [ENTRY, ...parts]) {
    const id = resolve(root, part)
    // A module grouped with others may have no chunk of its own.
    add(chunks.find(({ facadeModuleId }) => facadeModuleId === id) ?? chunks.find(({ moduleIds }) => moduleIds.includes(id)))
  }
  return [...found]
}

const sizes = new Map<string, number>()

/** A file name in the code of a chunk: name, hash, extension. */
const FILE_NAME = /([\w.-]+)-[\w-]{7}\.(js|css)\b/g

/**
 * The hashes in file names replaced by those of the names and their order. Hashes of contents compress by chance: equal code differed by
 * 200 bytes from one checkout to the next.
 */
function withSteadyHashes(code: string): string {
  const steady = new Map<string, string>()
  return code.replace(FILE_NAME, (file, name: string, extension: string) => {
    const known = steady.get(file) ?? hash('sha256', `${steady.size} ${name}`, 'base64url').slice(0, 7)
    steady.set(file, known)
    return `${name}-${known}.${extension}`
  })
}

/** Compressed bytes of a chunk. */
export function wireSize({ fileName, code }: Rolldown.OutputChunk): number {
  const size = sizes.get(fileName) ?? brotliCompressSync(withSteadyHashes(code)).length
  sizes.set(fileName, size)
  return size
}
