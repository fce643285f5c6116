import { measureExports } from './exports.ts'
import type { Fixture } from './fixture.ts'
import { measureGateway } from './gateway.ts'
import { measurePayins } from './payins.ts'
import { measureTransfers } from './transfers.ts'

/** Measurements that depend on the number of orders, or must not. */
export async function measureMillion(fixture: Fixture): Promise<void> {
  await measureGateway(fixture)
  await measureExports(fixture)
  await measureTransfers(fixture)
  await measurePayins(fixture)
}
