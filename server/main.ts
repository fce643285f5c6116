import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import type { AppOptions } from './app.ts'
import { startupBanner } from './banner.ts'
import { type Config, type Environment, readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { failureText } from './failure.ts'
import { servePreparation } from './preparation.ts'
import type { RunOptions } from './run.ts'

/** Milliseconds that a stop may take. */
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

/** Most of the server is loaded while the console is built and the database opens. */
async function run(config: Config, options: RunOptions) {
  const { backend } = config
  if (backend.kind === 'upstream') return (await import('./run.ts')).runProxy(config, backend, options)
  const opening = openDatabase(backend)
  // Awaited once that is loaded.
  opening.catch(() => {})
  return (await import('./run.ts')).runGateway(config, opening, options)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.env)
