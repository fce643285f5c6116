import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { type CitusCluster, RECOVERS_SOON, startCitus } from '../cluster/citusCluster.ts'
import { databaseUrl } from '../databases.setup.ts'
import { citus } from '../databases.ts'
import { memoryFolder, onServer, type PostgresServer } from '../postgresServer.ts'
import { openRelay, type Relay } from '../relay.ts'
import { SENDER, TransferLoad } from '../transferLoad.ts'

/** Citus recovers transactions that an ended node has prepared. */
const RECOVERED_MS = 20_000

// Needs a cluster of its own, because its nodes are stopped and frozen.
describe.runIf(citus.length > 0)('a gateway on Citus, of which', () => {
  let cluster: CitusCluster
  let relay: Relay
  let load: TransferLoad
  /** The node with the account that sends. */
  let worker: PostgresServer

  beforeAll(async () => {
    cluster = (await startCitus(RECOVERS_SOON, memoryFolder()))!
    relay = await openRelay(await cluster.createDatabase())
    load = await TransferLoad.start(relay.url)
    const row = await load.withDatabase((db) =>
      db.one<{ port: number }>(sql`
        select nodeport as port
          from citus_shards
         where table_name = 'account'::regclass and shardid = get_shard_id_for_distribution_column('account', ${SENDER}::text)`),
    )
    worker = cluster.workers.find(({ url }) => new URL(url).port === String(row!.port))!
  }, 120_000)
  afterEach(() => load.expectRunning())
  afterAll(async () => {
    load?.close()
    worker?.thaw()
    await relay?.interrupt()
    await cluster?.close()
  })

  test('the coordinator ends its connections: it keeps running, loses no acknowledged transfer and recovers', async () => {
    const replies = await load.during('TERMINATE', async () => {
      for (let round = 0; round < 10; round++) {
        await onServer(
          cluster.coordinator.url,
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
        )
        await setTimeout(150)
      }
    })
    await load.isHealthy(200)
    await load.reconcile('TERMINATE', replies, RECOVERED_MS)
  }, 90_000)

  test('the coordinator stops at once and starts again: it is unhealthy meanwhile, and recovers', async () => {
    const replies = await load.during('COORDINATOR', async () => {
      await cluster.coordinator.stopImmediately()
      await load.isHealthy(503)
      await cluster.coordinator.start()
      await load.isHealthy(200)
    })
    await load.reconcile('COORDINATOR', replies, RECOVERED_MS)
  }, 90_000)

  test('a worker stops at once and starts again: it stays healthy, and recovers', async () => {
    const reads: number[] = []
    let isOver = false
    const reading = async () => {
      while (!isOver) reads.push(await load.read())
    }
    const readers = [reading(), reading()]
    const replies = await load.during('WORKER', async () => {
      await worker.stopImmediately()
      await setTimeout(500)
      expect(await load.health()).toBe(200)
      await worker.start()
    })
    isOver = true
    await Promise.all(readers)
    expect(new Set(reads)).toEqual(new Set([200, 503]))
    await load.reconcile('WORKER', replies, RECOVERED_MS)
  }, 90_000)

  test('a worker freezes: money calls are answered in time, and succeed again', async () => {
    const replies = await load.during('FREEZE', async () => {
      worker.freeze()
      await setTimeout(9_000)
      worker.thaw()
    })
    await load.reconcile('FREEZE', replies, RECOVERED_MS)
  }, 90_000)

  test('a worker ends for good, and its standby takes over', async () => {
    const standby = await cluster.startStandby(worker)
    const replies = await load.during('WORKER-STANDBY', async () => {
      await worker.stopImmediately()
      await setTimeout(500)
      await onServer(standby.url, 'select pg_promote()')
      const [from, to] = [worker, standby].map(({ url }) => new URL(url).port)
      const move = `select citus_update_node(nodeid, '127.0.0.1', ${to}) from pg_dist_node where nodeport = ${from}`
      await onServer(relay.url, move)
      await vi.waitFor(async () => expect((await load.transfer('WORKER-AFTER')).status).toBe(200), { timeout: 30_000 })
    })
    await load.reconcile('WORKER-STANDBY', replies, RECOVERED_MS)
  }, 120_000)

  test('the coordinator ends for good, and its standby takes over', async () => {
    const standby = await cluster.startStandby(cluster.coordinator)
    const replies = await load.during('STANDBY', async () => {
      await cluster.coordinator.stopImmediately()
      await load.isHealthy(503)
      await onServer(standby.url, 'select pg_promote()')
      const { port } = new URL(standby.url)
      const database = new URL(relay.url).pathname.slice(1)
      await onServer(databaseUrl(standby.url, database), `select citus_set_coordinator_host('127.0.0.1', ${port})`)
      relay.leadTo(standby.url)
      await load.isHealthy(200)
    })
    await load.reconcile('STANDBY', replies, RECOVERED_MS)
    expect((await load.transfer('STANDBY-AFTER')).status).toBe(200)
  }, 120_000)
})
