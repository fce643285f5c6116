import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, pathFromRoot, root, sourcesIn } from './imports.ts'

const REACT = 'react(-dom)?$|@base-ui/react/|lucide-react$'
const FLOWS = 'xstate$|@xstate/react$|jotai$'
/** Files at the root of the console, such as `useConsole.tsx`. */
const ROOT = 'src/[a-zA-Z0-9]+\\.tsx?$'
/** Shared parts of the console that every screen may use. */
const SHARED = `src/(state|loading|keyboard)/|${ROOT}`

const only = (...patterns: string[]): RegExp => new RegExp(`^(${patterns.join('|')})`)

const NODE = 'node:|fastify$|@fastify/|@electric-sql/pglite|pg$|pg-boss$|typebox|otpauth$|ipaddr\\.js$|undici$'

/** A folder of the gateway: root files, and the named folders. */
const gateway = (folders = '-'): RegExp => only(NODE, '#contract/', 'server/[a-zA-Z0-9]+\\.ts$', `server/(${folders})/`)
/** A subject of the gateway: the folders that every subject may use, and the named ones. Never the seed. */
const subject = (folders = '-'): RegExp => gateway(`db|http|texts|audit|auth|merchants|${folders}`)

/** Folder -> allowed imports besides its own files. The longest matching folder applies. */
const allowed: Record<string, RegExp> = {
  contract: only('typebox$'),
  // The root files of the gateway hold what every subject uses (clock, ids, refusals), and the entry points.
  server: only(NODE, '#contract/', 'server/'),
  'server/db': gateway(),
  // Columns of files have the titles of the console's lists.
  'server/texts': only(NODE, '#(contract|locales)/', 'server/[a-zA-Z0-9]+\\.ts$'),
  'server/http': gateway('db|texts|auth|merchants'),
  'server/audit': subject(),
  'server/auth': subject(),
  'server/merchants': subject('callbacks|movements|orders'),
  'server/platform': subject(),
  'server/service': subject(),
  'server/notices': subject('changes'),
  'server/orders': subject('changes'),
  'server/payments': subject('callbacks|changes|ledger|orders'),
  'server/merchantApi': subject('orders|payins|payouts|payments'),
  'server/lists': subject('changes|movements|orders'),
  'server/changes': subject('lists|orders'),
  'server/callbacks': subject('changes|notices|orders'),
  'server/ledger': subject('exports|orders'),
  'server/exports': subject('orders'),
  'server/dashboards': subject('callbacks|ledger|orders'),
  'server/payins': subject('callbacks|ledger|orders|payments'),
  // Simulated channels answer payouts.
  'server/payouts': subject('callbacks|demo|ledger|orders|payments'),
  'server/movements': subject('changes|ledger|lists|notices|orders'),
  'server/docs': subject('callbacks'),
  // Stands before another gateway: no database, and no subject of our own.
  'server/front': gateway('http|texts|merchants'),
  'server/demo': only(NODE, '#contract/', 'server/'),
  'server/seed': only(NODE, '#contract/', 'server/'),
  // Builds the console before starting the gateway.
  'server/start.ts': only('node:|vite$|server/'),
  locales: only('$'),
  machines: only('xstate$|#contract/'),
  commands: only('#(contract|machines|locales)/'),
  src: only('dayjs|rosetta$', REACT, FLOWS, '#', 'src/(api|format|forms|keyboard|loading|notices|runs|softphone|state|ui)/'),
  'src/main.tsx': only('react|src/'),
  'src/state': only(REACT, FLOWS, '#', 'src/(api|format|lending)/', ROOT),
  'src/loading': only(REACT, FLOWS, '#', 'src/(state|ui)/', ROOT),
  'src/keyboard': only(REACT, FLOWS, '#', 'src/(loading|state|ui)/', ROOT),
  'src/api': only('ofetch$|@noble/hashes/|#contract/'),
  'src/format': only('dayjs|#(contract|locales)/|#commands/norm'),
  'src/ui': only(REACT, 'uqr$|#(contract|locales)/|src/format/'),
  'src/table': only(REACT, '@tanstack/|#contract/|src/(format|ui)/'),
  'src/forms': only(REACT, 'react-day-picker$|#contract/|src/(format|ui)/'),
  // The filter language only parses and formats; it does not depend on screens.
  'src/query': only('#(commands/norm|contract/filterTree|locales)|src/format/'),
  'src/signature': only('#contract/', 'src/api/'),
  // Lending rules do not depend on screens either.
  'src/lending': only('#contract/'),
  // Runs in a worker: no React, no calls, no state of the console. It reads the replies to the list of orders.
  'src/reconcile': only(
    'papaparse$|@e965/xlsx$|saxes$|idb$|#contract/|src/format/',
    'src/api/(page|reply|readers/(payments|records|values))\\.ts$',
  ),
  // Also runs outside of a browser.
  'src/conformance': only('#(contract|locales)/|src/api/'),
  // It searches the rows of a list for a number as the list does.
  'src/palette': only(
    REACT,
    FLOWS,
    '(cmdk|aria-hidden)$|#|src/(api|format|ui)/',
    'src/lists/paging/(rowReader|numberSearch)\\.ts$',
    SHARED,
  ),
  'src/detail': only(REACT, FLOWS, '#|src/(api|format|ui|table)/', SHARED),
  // `=` asks the solver of the reconciliation.
  'src/lists': only(REACT, FLOWS, '#|src/(api|format|query|ui|table|forms|detail|runs|reconcile)/', SHARED),
  // Bulk runs: lists, the reconcile workbench and the screen of runs start and follow them.
  'src/runs': only(REACT, FLOWS, 'idb$|#|src/(api|detail|format|ui)/', SHARED),
  'src/notices': only(REACT, FLOWS, '#|src/(api|format|lending|ui)/', SHARED),
  'src/softphone': only(REACT, FLOWS, 'jssip|#|src/(api|format|notices|ui)/', SHARED),
  // What money forms and settings share: sending, its outcome, the transaction password.
  'src/submission': only(REACT, FLOWS, '#|src/(api|detail|forms|ui)/', SHARED),
  'src/screens': only(REACT, FLOWS, 'uplot$|#|src/(?!app/)'),
  'src/app': only('.'),
}

/** Shapes contain the schema library, which must not reach the bundle of the browser. */
const isShape = (from: string): boolean => from.startsWith('#contract/shapes/')

const sources = sourcesIn(Object.keys(allowed).filter((folder) => !folder.includes('/')))

const folderOf = (file: string): string =>
  Object.keys(allowed)
    .filter((folder) => file === folder || file.startsWith(`${folder}/`))
    .sort((one, other) => other.length - one.length)[0]!

test('Every file imports only what its folder allows', () => {
  const trespasses = sources.flatMap((file) => {
    const folder = folderOf(file)
    return importsOf(file)
      .map(({ from }) => pathFromRoot(file, from))
      .filter((from) => !from.startsWith(`${folder}/`) && !/\.css$/.test(from) && !allowed[folder]!.test(from))
      .map((from) => `${file} imports ${from}`)
  })
  expect(trespasses).toEqual([])
})

test('Every folder of the gateway and of the console has its own rule', () => {
  const folders = ['server', 'src'].flatMap((top) =>
    readdirSync(join(root, top), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${top}/${name}`),
  )
  expect(folders.filter((folder) => allowed[folder] === undefined)).toEqual([])
})

test('The schema library stays out of the browser bundle', () => {
  const values = sources
    .filter((file) => /^(src|machines|commands)\//.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ from, isType }) => isShape(from) && !isType)
        .map(() => file),
    )
  expect(values).toEqual([])
})

/** The screen of a file: the folder directly below src/screens, empty for a file that stands there itself. */
const screenOf = (file: string): string => dirname(file).split('/')[2] ?? ''

test('A screen does not import another screen', () => {
  const friends = sources
    .filter((file) => file.startsWith('src/screens/'))
    .flatMap((file) =>
      importsOf(file)
        .map(({ from }) => pathFromRoot(file, from))
        .filter((from) => from.startsWith('src/screens/') && screenOf(from) !== screenOf(file))
        .map((from) => `${file} imports ${from}`),
    )
  expect(friends).toEqual([])
})

test('No vague file names and no barrel files', () => {
  const vague = sources.filter((file) => /\/(utils|helpers|common|types|hooks|services|constants)(\/|\.)/.test(file))
  const barrels = sources.filter((file) => file.endsWith('/index.ts') && file !== 'commands/index.ts')
  expect([...vague, ...barrels]).toEqual([])
})

test('Commands, machines, contract and locales do not use browser globals', () => {
  const worldly = sources
    .filter((file) => /^(machines|commands|contract|locales)\//.test(file))
    .filter((file) => /\b(document|window|localStorage|navigator|fetch)\b\s*[.(]/.test(readFileSync(join(root, file), 'utf8')))
  expect(worldly).toEqual([])
})

/** Files with state of their own outside of the machines and the store, and why. */
const OWN_STATE: Record<string, string> = {
  'src/table/cursor.ts': 'each row of the grid subscribes, and a held key moves the cursor thirty times a second',
  'src/table/scroller.ts': 'the rows of the grid follow each scroll event',
  'src/ui/focus/pageFocus.ts': 'a document has one focus',
  'src/ui/focus/useInertPage.ts': 'the number of open dialogs, of which each makes the page inert',
}

test('State lives in machines and in the store of a console', () => {
  const stateful = sources
    .filter((file) => /^(src|commands|machines|locales)\//.test(file))
    .filter((file) => /^(export )?let |new Set<\([^>]*\) => void>/m.test(readFileSync(join(root, file), 'utf8')))
  expect(stateful).toEqual(Object.keys(OWN_STATE))
})
