import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { listenOnLoopback } from '../loopback.ts'
import { memoryFolder } from '../postgresServer.ts'
import { type CitusCluster, startCitus } from './citusCluster.ts'
import { findCitus } from './citusFiles.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files get databases on Citus; null without it. */
    citus: string | null
  }
}

/** Runs once per test run. Test files run in other processes, so they ask for databases on Citus by HTTP. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (findCitus() === null) {
    warnLoudly()
    project.provide('citus', null)
    return async () => {}
  }
  const lender = await lendDatabases(() => startCitus({}, memoryFolder()))
  project.provide('citus', lender.url)
  return lender.close
}

/** Serves `POST` for a new database and `DELETE` with its URL. The cluster is started for the first. */
export async function lendDatabases(start: () => Promise<CitusCluster | null>) {
  let started: Promise<CitusCluster | null> | undefined
  const server = createServer(async (request, response) => {
    try {
      started ??= start()
      const cluster = (await started)!
      const body = await text(request)
      if (request.method === 'DELETE') await cluster.dropDatabase(body)
      response.end(request.method === 'DELETE' ? '' : await cluster.createDatabase({ empty: request.url === '/empty' }))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  const { port, close } = await listenOnLoopback(server)
  return {
    url: `http://127.0.0.1:${port}`,
    async close(): Promise<void> {
      await close()
      await (await started)?.close()
    },
  }
}

function warnLoudly(): void {
  const line =
    ' NO CITUS: tests of money and races did not run on a distributed database. Install it for PostgreSQL 15 or set CITUS_ARCHIVE. '
  console.warn(`\n\x1b[41m\x1b[97m${'!'.repeat(20)}${line}${'!'.repeat(20)}\x1b[0m\n`)
}
