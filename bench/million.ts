import { measureExports } from './exports.ts'
import { measureGateway } from './gateway.ts'
import type { House } from './house.ts'
import { measureTransfers } from './transfers.ts'

/** What grows with the number of orders, or must not. */
export async function measureMillion(house: House): Promise<void> {
  await measureGateway(house)
  await measureExports(house)
  await measureTransfers(house)
}
