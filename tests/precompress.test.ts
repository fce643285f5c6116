import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { precompress } from '../scripts/precompress.ts'

let dist: string
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'paydesk-precompress-'))
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), '<!doctype html>')
  writeFileSync(join(dist, 'assets/start.js'), 'start()')
  writeFileSync(join(dist, 'assets/start.js.map'), '{}')
})
afterEach(() => rmSync(dist, { recursive: true }))

const files = () => readdirSync(dist, { recursive: true, encoding: 'utf8' }).sort()
const read = (name: string) => readFileSync(join(dist, name))

test('scripts and pages get both encodings, source maps none', () => {
  precompress(dist)
  const pages = ['index.html', 'index.html.br', 'index.html.gz']
  const scripts = ['assets/start.js', 'assets/start.js.br', 'assets/start.js.gz', 'assets/start.js.map']
  expect(files()).toEqual(['assets', ...scripts, ...pages])
  expect(brotliDecompressSync(read('assets/start.js.br')).toString()).toBe('start()')
  expect(gunzipSync(read('index.html.gz')).toString()).toBe('<!doctype html>')
})

test('what an earlier run has compressed is left, and a file that it left unfinished is written', () => {
  writeFileSync(join(dist, 'assets/start.js.br'), 'complete')
  writeFileSync(join(dist, 'assets/start.js.gz.part'), 'unfinis')
  precompress(dist)
  expect(read('assets/start.js.br').toString()).toBe('complete')
  expect(gunzipSync(read('assets/start.js.gz')).toString()).toBe('start()')
  expect(files()).not.toContain('assets/start.js.gz.part')
})
