import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, buildApp } from './app.ts'
import { startupBanner } from './banner.ts'
import { openCallbacks } from './callbacks/callbacks.ts'
import { systemClock as clock } from './clock.ts'
import { type Config, type Environment, type RemoteGateway, readConfig } from './config.ts'
import { type DatabaseLocation, openDatabase } from './db/database.ts'
import { secretsOf, startDemoMerchant, updateDemoMerchantAddresses } from './demo/merchant.ts'
import { startTraffic } from './demo/traffic.ts'
import { failureText } from './failure.ts'
import { buildFront } from './front/front.ts'
import { leaseIds } from './ids.ts'
import { migrateAll } from './maintenance.ts'
import { type Preparation, servePreparation } from './preparation.ts'
import { isDemo, seedDemo, demoAccounts as seededAccounts } from './seed/seed.ts'
import { startWorkers } from './workers.ts'

// Time limits for requests in progress, and for the whole shutdown.
const REQUESTS_TIMEOUT_MS = 5_000
const SHUTDOWN_TIMEOUT_MS = 15_000

interface MainOptions extends AppOptions {
  /** Builds the console while the database is prepared. */
  buildConsole?: () => Promise<void>
  /** Called when the gateway answers. */
  onListening?: () => void
}

/**
 * Starts the server that the environment describes, prints its address, and stops it on SIGINT or SIGTERM.
 * A failure prints one line and exits with status 1.
 */
export async function main(
  environment: Environment,
  { buildConsole, onListening, ...options }: MainOptions = {},
): Promise<void> {
  let config: Config | undefined
  try {
    config = readConfig(environment)
    const start = await servePreparation(config)
    const { preparation } = start
    const built = buildConsole === undefined ? Promise.resolve() : preparation.during('console', buildConsole)
    // Awaited when the database is ready.
    built.catch(() => {})
    const { app, demoAccounts, demoAddress, stop } = await run(config, { ...options, preparation, built })
    const signal = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    await start.close()
    const address = await app.listen({ port: start.port, host: config.host })
    process.stdout.write(startupBanner(address, config, { accounts: demoAccounts, callbackAddress: demoAddress }))
    onListening?.()
    await signal
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
    await stop()
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${failureText(error, config)}\n`)
    process.exit(1)
  }
}

interface RunOptions extends AppOptions {
  preparation: Preparation
  /** Resolves when the console is built. */
  built: Promise<void>
}

const run = (config: Config, options: RunOptions) =>
  config.backend.kind === 'upstream' ? runProxy(config, options, config.backend) : runGateway(config, options, config.backend)

async function runProxy(config: Config, { built, ...options }: RunOptions, { url, ...waits }: RemoteGateway) {
  const limits = {
    connectMs: waits.connectSeconds * 1_000,
    answerMs: waits.answerSeconds * 1_000,
    idleMs: waits.idleSeconds * 1_000,
  }
  await built
  const app = await buildFront(config, url, { ...options, limits })
  return { app, demoAccounts: [], demoAddress: null, stop: () => closeApp(app) }
}

/** Accepts no more requests and waits for those in progress. Closes the connections that remain after the time limit. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), REQUESTS_TIMEOUT_MS)
  await app.close()
  clearTimeout(timer)
}

async function runGateway(config: Config, { preparation, built, ...options }: RunOptions, home: DatabaseLocation) {
  const db = await preparation.during('database', async () => {
    const opened = await openDatabase(home)
    await migrateAll(opened)
    return opened
  })
  // Started first, so that the callbacks of a new demo are recorded with its address.
  const merchant = config.simulation ? await startDemoMerchant((no) => secretsOf(db, no), nextPort(config)) : null
  if (config.seed === 'demo' && !(await isDemo(db))) {
    process.stdout.write(`Creating a demo with ${config.seedOrders} orders …\n`)
    const origin = merchant === null ? {} : { callbackOrigin: new URL(merchant.address).origin }
    await preparation.during('demo', () => seedDemo(db, { now: clock.now(), orders: config.seedOrders, ...origin }))
  }
  const demoAccounts = (await isDemo(db)) ? seededAccounts : []
  if (merchant !== null) await updateDemoMerchantAddresses(db, merchant.address)
  const ids = await leaseIds(db, clock)
  const logFailure = (err: Error) => app.log.error({ err }, 'a worker failed')
  const callbacks = openCallbacks(
    { db, clock, ids, onError: logFailure },
    { allowPrivate: config.notifyAllowPrivate, demoAddress: merchant?.address ?? null },
  )
  const gateway = { db, clock, config, ids, callbacks, demoAccounts }
  await built
  const app = await buildApp(gateway, options)
  await callbacks.start()
  const stopWorkers = startWorkers(gateway, logFailure)
  const hasTraffic = demoAccounts.length > 0 && config.simulation && config.traffic > 0
  const stopTraffic = hasTraffic ? startTraffic(gateway, config.traffic, logFailure) : null
  return {
    app,
    demoAccounts,
    demoAddress: merchant?.address ?? null,
    async stop() {
      await closeApp(app)
      await stopTraffic?.()
      await stopWorkers()
      await callbacks.stop()
      await merchant?.close()
      await ids.release()
      await db.close()
    },
  }
}

/** The port after the gateway's, so that the demo merchants keep their address; 0 (any) when there is none. */
const nextPort = ({ port }: Config): number => (port === 0 || port === 65_535 ? 0 : port + 1)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.env)
