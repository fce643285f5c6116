import { once } from 'node:events'
import { createServer } from 'node:net'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { DemoAccount } from '#contract/systemRows.ts'
import { type AppOptions, buildApp, buildFront } from './app.ts'
import { startupBanner } from './banner.ts'
import { openCallbacks } from './callbacks/callbacks.ts'
import { installQueue } from './callbacks/queue.ts'
import { systemClock as clock } from './clock.ts'
import { type Config, type Environment, readConfig } from './config.ts'
import { type DatabaseLocation, openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { secretsOf, startDemoMerchant, updateDemoMerchantAddresses } from './demo/merchant.ts'
import { failureText } from './failure.ts'
import { leaseIds } from './ids.ts'
import { demoAccounts as accountsOfDemo, isDemo, seedDemo } from './seed/seed.ts'
import { startWorkers } from './workers.ts'

/** Something that runs until it is told to stop. */
interface Running {
  app: FastifyInstance
  demoAccounts: readonly DemoAccount[]
  stop(): Promise<void>
}

// Calls that are being answered are given this long, and the whole stop that long.
const FINISH_WITHIN_MS = 5_000
const STOP_WITHIN_MS = 15_000

/** Starts what the environment describes, says where it is, and stops on SIGINT or SIGTERM. A failure ends the process with one line. */
export async function main(environment: Environment, options: AppOptions = {}): Promise<void> {
  let config: Config | undefined
  try {
    config = readConfig(environment)
    await expectFree(config)
    const { app, demoAccounts, stop } = await run(config, options)
    const told = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    process.stdout.write(startupBanner(await app.listen({ port: config.port, host: config.host }), config, demoAccounts))
    await told
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await stop()
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${failureText(error, config)}\n`)
    process.exit(1)
  }
}

/** Finds a taken port out before anything else is done; a database may take a while. */
async function expectFree({ port, host }: Config): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

function run(config: Config, options: AppOptions): Promise<Running> {
  switch (config.backend.kind) {
    case 'elsewhere':
      return runFront(config, options, config.backend.url)
    case 'postgres':
      return runGateway(config, options, { url: config.backend.url })
    case 'embedded':
      return runGateway(config, options, { dir: config.backend.dir })
  }
}

async function runFront(config: Config, options: AppOptions, upstream: string): Promise<Running> {
  const app = await buildFront(config, upstream, options)
  return { app, demoAccounts: [], stop: () => finish(app) }
}

/** Takes no more calls and lets those under way be answered; a reader who does not read is left. */
async function finish(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), FINISH_WITHIN_MS)
  await app.close()
  clearTimeout(timer)
}

async function runGateway(config: Config, options: AppOptions, home: DatabaseLocation): Promise<Running> {
  const db = await openDatabase(home)
  await migrate(db)
  await installQueue(db)
  if (config.seed === 'demo' && !(await isDemo(db))) {
    process.stdout.write(`Making a demo of ${config.seedOrders} orders …\n`)
    await seedDemo(db, { now: clock.now(), orders: config.seedOrders })
  }
  const demoAccounts = (await isDemo(db)) ? accountsOfDemo : []
  const merchant = config.simulation ? await startDemoMerchant((no) => secretsOf(db, no), portBeside(config)) : null
  if (merchant !== null) await updateDemoMerchantAddresses(db, merchant.address)
  const ids = await leaseIds(db, clock)
  const failed = (err: Error) => app.log.error({ err }, 'a worker failed')
  const callbacks = openCallbacks(
    { db, clock, ids, onError: failed },
    { allowPrivate: config.notifyAllowPrivate, demoAddress: merchant?.address ?? null },
  )
  const gateway = { db, clock, config, ids, callbacks, demoAccounts }
  const app = await buildApp(gateway, options)
  await callbacks.start()
  const workers = startWorkers(gateway, failed)
  return {
    app,
    demoAccounts,
    async stop() {
      await finish(app)
      await workers.stop()
      await callbacks.stop()
      await merchant?.close()
      await ids.release()
      await db.close()
    },
  }
}

/** The next port, so that the demo's merchants are found where they were; any where there is no next. */
const portBeside = ({ port }: Config): number => (port === 0 || port === 65_535 ? 0 : port + 1)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.env)
