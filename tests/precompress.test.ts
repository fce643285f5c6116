import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
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

test('a file that another build has replaced is compressed again', () => {
  precompress(dist)
  const later = Date.now() / 1_000 + 60
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>')
  utimesSync(join(dist, 'index.html'), later, later)
  precompress(dist)
  expect(gunzipSync(read('index.html.gz')).toString()).toBe('<!doctype html><title>')
})

test('the last build is kept, and one before it when gateways had a day to restart', () => {
  const HOUR = 60 * 60
  /** Leaves one build and adds another. */
  const buildAfter = (hours: number, name: string) => {
    for (const file of files().filter((file) => file !== 'assets')) {
      const { mtimeMs } = statSync(join(dist, file))
      utimesSync(join(dist, file), mtimeMs / 1_000 - hours * HOUR, mtimeMs / 1_000 - hours * HOUR)
    }
    writeFileSync(join(dist, `assets/${name}.js`), 'start()')
    writeFileSync(join(dist, 'index.html'), name)
    precompress(dist)
    return files().filter((file) => /\/.*\.js$/.test(file))
  }
  rmSync(join(dist, 'assets/start.js'))
  expect(buildAfter(0, 'a')).toEqual(['assets/a.js'])
  expect(buildAfter(100, 'b')).toEqual(['assets/a.js', 'assets/b.js'])
  expect(buildAfter(1, 'c')).toEqual(['assets/a.js', 'assets/b.js', 'assets/c.js'])
  expect(buildAfter(100, 'd')).toEqual(['assets/b.js', 'assets/c.js', 'assets/d.js'])
  expect(files().filter((file) => file.startsWith('assets/a.'))).toEqual([])
})
