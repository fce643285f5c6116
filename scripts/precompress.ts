import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Compressed last: with it the build is complete. */
const PAGE = 'index.html'
const WORTH_IT = /\.(js|css|html|svg)$/
const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Writes `.br` and `.gz` next to the files of a build that lack them, so that the gateway does not compress while serving. Each
 * appears when it is complete: the gateway may already serve the folder. Removes the files of builds before the last one.
 */
export function precompress(dist: string): void {
  prune(dist)
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => WORTH_IT.test(name))
  for (const name of names.sort((one, other) => Number(one === PAGE) - Number(other === PAGE))) {
    const file = join(dist, name)
    const content = readFileSync(file)
    const changed = changeOf(file)
    add(`${file}.br`, changed, () => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    add(`${file}.gz`, changed, () => gzipSync(content, { level: 9 }))
  }
}

/** Gateways get a day to restart: a build that soon after another one removes nothing. */
function prune(dist: string): void {
  const last = changeOf(join(dist, `${PAGE}.gz`))
  if (Date.now() - last < DAY_MS) return
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const file = join(dist, name)
    if (statSync(file).isFile() && changeOf(file) < last - DAY_MS) rmSync(file)
  }
}

/** The modification time in milliseconds; 0 when the file does not exist. */
const changeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

function add(file: string, changed: number, compressed: () => Buffer): void {
  // That of the last build is older.
  if (changeOf(file) >= changed) return
  writeFileSync(`${file}.part`, compressed())
  renameSync(`${file}.part`, file)
}

// node scripts/precompress.ts dist
const [, script = '', dist] = process.argv
if (import.meta.url === pathToFileURL(script).href && dist !== undefined) precompress(dist)
