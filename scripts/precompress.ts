import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const WORTH_IT = /\.(js|css|html|svg)$/

/** Writes `.br` and `.gz` next to the build output, so that the gateway does not compress while serving. */
export function precompress(): Plugin {
  let dist = ''
  return {
    name: 'paydesk:precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      dist = resolve(root, build.outDir)
    },
    writeBundle() {
      for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => WORTH_IT.test(file))) {
        const file = join(dist, name)
        const content = readFileSync(file)
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}
