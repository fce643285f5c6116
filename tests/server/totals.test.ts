import { expect, test } from 'vitest'
import { wrongCounters } from '../../server/ledger/checks.ts'
import { aggregateCounters } from '../../server/orders/counters.ts'
import { watchTotals } from '../../torture/totals.ts'
import { createShops } from '../../torture/writes.ts'
import { hasServer, servers } from '../databases.ts'
import { dice } from '../dice.ts'
import { openGateway } from '../gateway.ts'

const ASKED = 100

test.runIf(hasServer).each(servers)(
  'totals, sums and rows have each acknowledged order and no other while orders change, on two gateways of one $name',
  async ({ open }) => {
    const db = await open()
    await createShops(db, 0n)
    const environment = { RATE_LIMIT: '100000', SIMULATION: 'on' }
    const gateways = await Promise.all([1, 2].map((node) => openGateway(db, { node, environment })))
    await gateways[0]!.account('M00000009', { kind: 'staff', permissionKeys: ['payin'] })
    const addresses = await Promise.all(gateways.map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })))
    const seed = Date.now()
    const found = await watchTotals(addresses, {
      roll: dice(seed),
      isOver: (asked) => asked >= ASKED,
      aggregate: () => aggregateCounters(db),
    })
    expect(found.failures, `seed ${seed}`).toEqual([])
    expect(found.paid).toBeGreaterThan(10n)
    expect(await wrongCounters(db)).toEqual([])
    await Promise.all(gateways.map((gateway) => gateway.close()))
    await db.close()
  },
  60_000,
)
