import { basename, extname } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { FIRST_LIST, loaded, SIGN_IN, wireSize } from '../tests/loadedChunks.ts'
import { type BuiltConsole, ROOT } from './builtConsole.ts'
import { listAddress, signIn } from './consolePage.ts'
import type { Fixture } from './fixture.ts'
import { kilo, print, verdict } from './table.ts'
import { withoutStream } from './withoutStream.ts'

const SIGN_IN_KB = 85
const LIST_KB = 160
const MOST_PACKAGES = 12

/** File name -> bytes transferred. */
type Loaded = ReadonlyMap<string, number>

/**
 * Measures the bytes a first visit needs to render, the bytes preloaded after that, and the packages in the scripts
 * of.
 */
export async function measureBundle(browser: Browser, { address }: Fixture, { chunks }: BuiltConsole): Promise<void> {
  const seen = await visit(browser, address)
  const guest = needed(chunks, SIGN_IN, seen.guest)
  const list = needed(chunks, FIRST_LIST, seen.list)
  print(
    'Bundle: kB on the wire, of a first visit',
    ['', 'script', 'style', 'fonts', 'files', 'script bound'],
    [
      fileRow('sign-in page', guest, SIGN_IN_KB),
      fileRow('first list, in all', list, LIST_KB),
      fileRow('and fetched ahead', seen.list),
    ],
  )
  print(
    'Script by package: kB before it is made small, and about so much of what is on the wire',
    ['', 'made of', 'sign-in', 'first list'],
    packagesOf(chunks, list, guest)
      .slice(0, MOST_PACKAGES)
      .map(({ name, rendered, wire, ofGuest }) => [name, kilo(rendered), kilo(ofGuest), kilo(wire)]),
  )
}

/** Signs in for the first time. By the time the page is idle it has loaded more than it needs. */
async function visit(browser: Browser, address: string): Promise<{ guest: Loaded; list: Loaded }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(withoutStream)
  const page = await context.newPage()
  const files = watchFiles(page)
  await page.goto(listAddress(address))
  await page.getByRole('textbox').first().waitFor()
  await page.waitForLoadState('networkidle')
  const guest = new Map(files)
  await signIn(page)
  await page.waitForLoadState('networkidle')
  await context.close()
  return { guest, list: files }
}

/** The chunks a page imports with their styles, and the other files that were loaded. */
function needed(chunks: BuiltConsole['chunks'], parts: readonly string[], seen: Loaded): Loaded {
  const scripts = loaded(chunks, parts)
  const styles = new Set(
    scripts.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]).map((name) => basename(name)),
  )
  return new Map([
    ...scripts.map((chunk): [string, number] => [basename(chunk.fileName), wireSize(chunk)]),
    ...[...seen].filter(([file]) => (extname(file) === '.css' ? styles.has(file) : extname(file) !== '.js')),
  ])
}

/** A map that fills with every build file the page loads. */
function watchFiles(page: Page): Map<string, number> {
  const files = new Map<string, number>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const bytes = response.headers()['content-length']
    if (extname(pathname) !== '' && bytes !== undefined) files.set(basename(pathname), Number(bytes))
  })
  return files
}

function fileRow(name: string, files: Loaded, bound?: number): string[] {
  const bytes = (extension: string) =>
    [...files].filter(([file]) => extname(file) === extension).reduce((sum, [, size]) => sum + size, 0)
  const script = bytes('.js')
  return [
    name,
    kilo(script),
    kilo(bytes('.css')),
    kilo(bytes('.woff2')),
    String(files.size),
    bound === undefined ? '' : verdict(script / 1_000, bound),
  ]
}

interface Package {
  name: string
  /** Uncompressed bytes. */
  rendered: number
  /** Transferred bytes of the chunks, distributed over their packages by size. */
  wire: number
  /** The part of `wire` that the sign-in page loads. */
  ofGuest: number
}

/** The packages in the loaded scripts, largest first. */
function packagesOf(chunks: BuiltConsole['chunks'], list: Loaded, guest: Loaded): Package[] {
  const packages = new Map<string, Package>()
  for (const chunk of chunks) {
    const size = list.get(basename(chunk.fileName))
    if (size === undefined) continue
    const modules = Object.entries(chunk.modules)
    const whole = modules.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0)
    for (const [id, { renderedLength }] of modules) {
      const name = packageOf(id)
      const known = packages.get(name) ?? { name, rendered: 0, wire: 0, ofGuest: 0 }
      const wire = (size * renderedLength) / Math.max(1, whole)
      packages.set(name, {
        name,
        rendered: known.rendered + renderedLength,
        wire: known.wire + wire,
        ofGuest: known.ofGuest + (guest.has(basename(chunk.fileName)) ? wire : 0),
      })
    }
  }
  return [...packages.values()].sort((one, other) => other.wire - one.wire)
}

/** `node_modules/@scope/name/...` -> `@scope/name`; a file of the console -> its folder. */
function packageOf(id: string): string {
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)
  if (installed !== null) return installed[1]!
  const [, folder] = new RegExp(`^${ROOT}/([^/]+)/`).exec(id) ?? []
  return folder === undefined ? 'the bundler' : `${folder}/`
}
