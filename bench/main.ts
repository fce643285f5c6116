import { availableParallelism, cpus, loadavg } from 'node:os'
import type { Browser } from 'playwright-core'
import { chromiumPath, launchChromium } from '../tests/browser/chromium.ts'
import { runningServer } from '../tests/databases.setup.ts'
import { type BuiltConsole, buildConsole } from './builtConsole.ts'
import { measureBundle } from './bundle.ts'
import { measureCluster } from './cluster.ts'
import { measureColdLoad } from './coldLoad.ts'
import { measureDashboards } from './dashboards.ts'
import { cachedEmbedded, cachedPostgres, dropCached, type Fixture, openEmbedded, openPostgres } from './fixture.ts'
import { measureFront } from './front.ts'
import { measureGateway } from './gateway.ts'
import { measureGrid } from './grid.ts'
import { measureUsers } from './many/many.ts'
import { measureMillion } from './million.ts'
import { measurePalette } from './palette.ts'
import { measureReconcile } from './reconcile.ts'
import { measureRoutes } from './routes.ts'
import { askedParts, isJson, note, printJson } from './table.ts'

/** Measurements in a browser, on the embedded database. */
const inBrowser: Record<string, (browser: Browser, fixture: Fixture, built: BuiltConsole) => Promise<void>> = {
  grid: measureGrid,
  palette: measurePalette,
  bundle: measureBundle,
  load: measureColdLoad,
  routes: measureRoutes,
}
const MANY = 1_000_000
const GATEWAY = 'gateway'
const MILLION = 'million'
const DASHBOARDS = 'dashboards'
const FRONT = 'front'
const RECONCILE = 'reconcile'
const CLUSTER = 'cluster'
const USERS = 'many'
const DROP = 'drop'
const parts = [...Object.keys(inBrowser), GATEWAY, MILLION, DASHBOARDS, FRONT, RECONCILE, CLUSTER, USERS]

const asked = askedParts
const orders = Number(process.env.BENCH_ORDERS ?? 100_000)
if (!asked.every((part) => parts.includes(part) || part === DROP) || !Number.isInteger(orders) || orders < 1_000) {
  console.error(
    `npm run bench [-- ${[...parts, DROP].join(' | ')} | --json]; BENCH_ORDERS is a whole number from 1000, BENCH_MINUTES how long payins are sent in ${USERS}.`,
  )
  process.exit(1)
}
const isAsked = (part: string) => asked.length === 0 || asked.includes(part)
const wanted = Object.keys(inBrowser).filter(isAsked)

const server = [GATEWAY, MILLION, DASHBOARDS, USERS, DROP].some(isAsked) ? await runningServer() : null
const shown = wanted.length === 0 ? null : { browser: await launchChromium(await chromiumPath()), built: await buildConsole() }
const machine = [
  `${availableParallelism()} cores of ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`,
  `Node ${process.versions.node}`,
  ...(shown === null ? [] : [`Chromium ${shown.browser.version()}`]),
].join('; ')
note(machine)
if (wanted.length > 0 || isAsked(GATEWAY)) {
  note(`\n${orders.toLocaleString('en')} orders`)
  await visit(openEmbedded(orders, shown?.built.dist), async (fixture) => {
    for (const part of wanted) if (shown !== null) await inBrowser[part]!(shown.browser, fixture, shown.built)
    if (isAsked(GATEWAY)) await measureGateway(fixture)
  })
  await shown?.browser.close()
  if (isAsked(GATEWAY) && server !== null) await visit(openPostgres(server, orders), measureGateway)
}
if (isAsked(FRONT)) await measureFront()
if (isAsked(RECONCILE)) await measureReconcile()
if (isAsked(CLUSTER)) await measureCluster()
if (isAsked(USERS)) await measureUsers(server)
if (isAsked(MILLION) || isAsked(DASHBOARDS)) {
  note(`\n${MANY.toLocaleString('en')} orders, made once and kept: \`npm run bench -- ${DROP}\` removes them`)
  await visit(cachedEmbedded(MANY), measureMany)
  if (server !== null) await visit(cachedPostgres(server, MANY), measureMany)
}
if (asked.includes(DROP)) await dropCached(server)
if (isJson) printJson(machine)

async function measureMany(fixture: Fixture): Promise<void> {
  if (isAsked(MILLION)) await measureMillion(fixture)
  if (isAsked(DASHBOARDS)) await measureDashboards(fixture)
}

async function visit(opening: Promise<Fixture>, work: (fixture: Fixture) => Promise<void>): Promise<void> {
  const fixture = await opening
  try {
    await work(fixture)
  } finally {
    await fixture.close()
  }
}
