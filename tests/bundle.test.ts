import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build, type Rolldown, resolveConfig } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { texts as ofCommands } from '#locales/commands/zh.ts'
import { HASHED } from '../server/http/console.ts'
import { DESK_TEXTS, FIRST_LIST, GUEST_TEXTS, loaded, SIGN_IN, wireSize } from './loadedChunks.ts'

const root = resolve(import.meta.dirname, '..')

let chunks: Rolldown.OutputChunk[]
let fileNames: string[]

beforeAll(async () => {
  // Otherwise the build contains the development version of React.
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({ root, logLevel: 'error', build: { write: false, sourcemap: false } })
  const { output } = built as Rolldown.RolldownOutput
  chunks = output.filter((file) => file.type === 'chunk')
  fileNames = output.map(({ fileName }) => fileName)
})

afterAll(() => void vi.unstubAllEnvs())

const signIn = () => loaded(chunks, SIGN_IN)
const list = () => loaded(chunks, FIRST_LIST)

const modulesOf = (some: readonly Rolldown.OutputChunk[]): string[] =>
  some.flatMap(({ modules }) => Object.keys(modules)).map((id) => id.replace(`${root}/`, ''))

const packagesOf = (some: readonly Rolldown.OutputChunk[]): string[] =>
  [...new Set(modulesOf(some).flatMap((id) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []))].sort()

const bytesOf = (some: readonly Rolldown.OutputChunk[]): number => some.reduce((sum, chunk) => sum + wireSize(chunk), 0)

test('a build leaves the files of the last one to running gateways and open consoles', async () => {
  expect((await resolveConfig({ root }, 'build')).build.emptyOutDir).toBe(false)
})

describe('the bundle', () => {
  // Slightly above the sizes last measured.
  test('of a guest is 98 kB, of the first list 203 kB', () => {
    expect(bytesOf(signIn())).toBeLessThan(98_900)
    expect(bytesOf(list())).toBeLessThan(203_400)
  })

  test('of a guest has only the packages of the sign-in page', () => {
    expect(packagesOf(signIn())).toEqual([
      '@xstate/react',
      'destr',
      'dlv',
      'lucide-react',
      'ofetch',
      'react',
      'react-dom',
      'regexparam',
      'rosetta',
      'scheduler',
      'templite',
      'ufo',
      'use-isomorphic-layout-effect',
      'use-sync-external-store',
      'wouter',
      'xstate',
    ])
  })

  test('of the first list has only the packages that render rows; the rest is loaded on demand', () => {
    const known = packagesOf(signIn())
    expect(packagesOf(list()).filter((name) => !known.includes(name))).toEqual([
      '@tanstack/react-store',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
      '@tanstack/store',
      '@tanstack/table-core',
      '@tanstack/virtual-core',
      'dayjs',
      'jotai',
    ])
    expect(modulesOf(list()).filter((id) => /src\/palette\/(Palette|rank|row)|src\/detail\/Record/.test(id))).toEqual([])
    // Nor the readers of replies that no list asks for.
    expect(modulesOf(list()).filter((id) => /api\/readers\/(laterReaders|accounts|merchants|orders|system)/.test(id))).toEqual(
      [],
    )
    // Nor the command runtime and the event stream.
    expect(
      modulesOf(list()).filter((id) => /^commands\/(index|facts|registry)|machines\/(palette|chord)|app\/live/.test(id)),
    ).toEqual([])
  })

  test('of the first list is compiled while it arrives: the hint is the first line of its files', () => {
    const large = list().filter((chunk) => wireSize(chunk) > 30_000)
    expect(large).toHaveLength(3)
    for (const { code } of large) expect(code).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  })

  test('of a dashboard has no chart library; it is loaded with the first chart', () => {
    const dashboard = loaded(chunks, [...FIRST_LIST.slice(0, -1), 'src/screens/dashboard/Dashboard.tsx'])
    expect(packagesOf(dashboard)).not.toContain('uplot')
    expect(packagesOf(chunks)).toContain('uplot')
  })

  test('has the texts of one language, and for a guest only the guest texts', () => {
    const textsOf = (some: readonly Rolldown.OutputChunk[]) =>
      modulesOf(some)
        .filter((id) => id.startsWith('locales/'))
        .sort()
    expect(textsOf(signIn())).toEqual([GUEST_TEXTS])
    expect(textsOf(list())).toEqual([DESK_TEXTS, GUEST_TEXTS])
  })

  test('of the first list uses no text of the commands volume', () => {
    const late = Object.keys(ofCommands)
    const asked = modulesOf(list())
      .filter((id) => /^(src|machines)\//.test(id) && /\.tsx?$/.test(id))
      .flatMap((id) =>
        [...readFileSync(resolve(root, id), 'utf8').matchAll(/'([a-zA-Z]+(?:\.[\w-]+)+)'/g)].map(([, key]) => key!),
      )
    expect(late.length).toBeGreaterThan(100)
    expect(asked.filter((key) => late.includes(key))).toEqual([])
  })

  test('has a hash in each name that browsers may keep, those of workers included', () => {
    const assets = fileNames.filter((name) => name.startsWith('assets/'))
    expect(assets.some((name) => name.includes('reconcileWorker'))).toBe(true)
    expect(assets.filter((name) => !HASHED.test(name))).toEqual([])
  })

  test('has the schema library nowhere', () => {
    expect(packagesOf(chunks)).not.toContain('typebox')
  })
})
