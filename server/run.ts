import type { FastifyInstance } from 'fastify'
import { type AppOptions, buildApp } from './app.ts'
import { openCallbacks } from './callbacks/callbacks.ts'
import { systemClock as clock } from './clock.ts'
import type { Config, RemoteGateway } from './config.ts'
import type { Database } from './db/database.ts'
import { secretsOf, startDemoMerchant, updateDemoMerchantAddresses } from './demo/merchant.ts'
import { startTraffic } from './demo/traffic.ts'
import { buildFront } from './front/front.ts'
import { leaseIds } from './ids.ts'
import { migrateAll } from './maintenance.ts'
import type { Preparation } from './preparation.ts'
import { isDemo, seedDemo, demoAccounts as seededAccounts } from './seed/seed.ts'
import { startWorkers } from './workers.ts'

/** Milliseconds that requests in progress have when the server stops. */
const REQUESTS_TIMEOUT_MS = 5_000

export interface RunOptions extends AppOptions {
  preparation: Preparation
  /** Resolves when the console is built. */
  built: Promise<void>
}

/** Prepares the server in front of another gateway. */
export async function runProxy(config: Config, { url, ...waits }: RemoteGateway, { built, ...options }: RunOptions) {
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

/** Prepares the gateway on the database that is being opened. */
export async function runGateway(config: Config, opening: Promise<Database>, { preparation, built, ...options }: RunOptions) {
  const db = await preparation.during('database', async () => {
    const opened = await opening
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
