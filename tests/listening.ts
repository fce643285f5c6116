import type { Database } from '../server/db/database.ts'
import type { TestDatabase } from './databases.ts'
import { type Endpoint, startEndpoint } from './endpoint.ts'
import { type GatewayOptions, openGateway, type TestGateway } from './gateway.ts'

/** A gateway over its own database, with an endpoint that receives callbacks. */
export interface Listening {
  db: Database
  gateway: TestGateway
  endpoint: Endpoint
  close(): Promise<void>
}

/** Its sessions last a working day, because hours of simulated time pass between the tests of a file. */
export async function openListening(
  open: TestDatabase['open'],
  { environment, callbacks, ...options }: GatewayOptions = {},
): Promise<Listening> {
  const db = await open()
  const endpoint = await startEndpoint()
  const gateway = await openGateway(db, {
    environment: { SESSION_IDLE_MINUTES: '480', ...environment },
    callbacks: { allowPrivate: true, demoAddress: null, ...callbacks },
    ...options,
  })
  return {
    db,
    gateway,
    endpoint,
    async close() {
      await gateway.close()
      await endpoint.close()
      await db.close()
    },
  }
}
