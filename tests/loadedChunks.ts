import { resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Rolldown } from 'vite'

const root = resolve(import.meta.dirname, '..')

export const TEXTS = 'locales/en.ts'

/** The parts that are fetched for the page a guest sees, and for the first list after it. */
export const SIGN_IN: readonly string[] = [TEXTS, 'src/screens/login/Login.tsx']
export const FIRST_LIST: readonly string[] = [TEXTS, 'src/app/Desk.tsx', 'src/lists/listScreens.tsx']

/** What a browser loads for a page: the entry, the parts that are fetched for it, and all that these import. */
export function loaded(chunks: readonly Rolldown.OutputChunk[], parts: readonly string[]): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>()
  const add = (isIt: (chunk: Rolldown.OutputChunk) => boolean) => {
    const chunk = chunks.find(isIt)
    if (chunk === undefined) throw new Error(`not all of ${parts} is there`)
    if (found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(({ fileName }) => fileName === name)
  }
  add(({ isEntry }) => isEntry)
  for (const part of parts) add(({ facadeModuleId }) => facadeModuleId === resolve(root, part))
  return [...found]
}

const sizes = new Map<string, number>()

/** Bytes of a script as it travels. */
export function wireSize({ fileName, code }: Rolldown.OutputChunk): number {
  const size = sizes.get(fileName) ?? brotliCompressSync(code).length
  sizes.set(fileName, size)
  return size
}
