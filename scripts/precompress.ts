import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Compressed last: with it the build is complete. */
const PAGE = 'index.html'
const WORTH_IT = /\.(js|css|html|svg)$/

/**
 * Writes `.br` and `.gz` next to the files of a build that lack them, so that the gateway does not compress while serving. Each
 * appears when it is complete: the gateway may already serve the folder.
 */
export function precompress(dist: string): void {
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => WORTH_IT.test(name))
  for (const name of names.sort((one, other) => Number(one === PAGE) - Number(other === PAGE))) {
    const file = join(dist, name)
    const content = readFileSync(file)
    add(`${file}.br`, () => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    add(`${file}.gz`, () => gzipSync(content, { level: 9 }))
  }
}

function add(file: string, compressed: () => Buffer): void {
  if (existsSync(file)) return
  writeFileSync(`${file}.part`, compressed())
  renameSync(`${file}.part`, file)
}

// node scripts/precompress.ts dist
const [, script = '', dist] = process.argv
if (import.meta.url === pathToFileURL(script).href && dist !== undefined) precompress(dist)
