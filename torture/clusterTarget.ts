import { RECOVERS_SOON, startCitus } from '../tests/cluster/citusCluster.ts'
import type { PostgresServer } from '../tests/postgresServer.ts'
import { type TargetDatabase, urlTarget } from './targets.ts'

/** A database whose tables are distributed over the nodes of a cluster of its own. */
export interface ClusterTarget extends TargetDatabase {
  /** The coordinator and the workers. */
  nodes: readonly PostgresServer[]
}

export async function clusterTarget(): Promise<ClusterTarget> {
  const cluster = await startCitus(RECOVERS_SOON)
  if (cluster === null) throw new Error('There is no PostgreSQL 15 with Citus.')
  const target = urlTarget('citus', await cluster.createDatabase())
  return { ...target, nodes: [cluster.coordinator, ...cluster.workers], close: cluster.close }
}
