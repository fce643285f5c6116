import { resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Rolldown } from 'vite'

const root = resolve(import.meta.dirname, '..')

/** Those of a guest, and all that are there with the desk. */
export const GUEST_TEXTS = 'locales/guest/en.ts'
export const DESK_TEXTS = 'locales/desk/en.ts'

const ENTRY = 'src/main.tsx'

/** The parts that are fetched for the page a guest sees, and for the first list after it. */
export const SIGN_IN: readonly string[] = [GUEST_TEXTS, 'src/screens/login/Login.tsx']
export const FIRST_LIST: readonly string[] = [
  GUEST_TEXTS,
  DESK_TEXTS,
  'src/app/Workspace.tsx',
  'src/lists/screens/PayinScreen.tsx',
]

/** What a browser loads for a page: the entry, the parts that are fetched for it, and all that these import. */
export function loaded(chunks: readonly Rolldown.OutputChunk[], parts: readonly string[]): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined) throw new Error(`not all of ${parts} is there`)
    if (found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
  }
  for (const part of [ENTRY, ...parts]) {
    const id = resolve(root, part)
    // One that travels with others may have no file of its own.
    add(chunks.find(({ facadeModuleId }) => facadeModuleId === id) ?? chunks.find(({ moduleIds }) => moduleIds.includes(id)))
  }
  return [...found]
}

const sizes = new Map<string, number>()

/** Bytes of a script as it travels. */
export function wireSize({ fileName, code }: Rolldown.OutputChunk): number {
  const size = sizes.get(fileName) ?? brotliCompressSync(code).length
  sizes.set(fileName, size)
  return size
}
