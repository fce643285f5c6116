import { expect } from 'vitest'
import { test } from './app.ts'
import { changeRoutes, keptBy } from './routeChanges.ts'

const ROUND = 30
/** Nodes and listeners of one screen: what leaks with each change exceeds this within a round. */
const TOLERANCE = 1.1

test('Route changes leave no DOM nodes and no listeners behind', async ({ open }) => {
  const { page, devtools, settled } = await open({ as: 'merchant' })
  const session = await devtools()
  await changeRoutes(page, ROUND, settled)
  const before = await keptBy(session)
  await changeRoutes(page, ROUND, settled)
  const after = await keptBy(session)
  expect(after.nodes).toBeLessThan(before.nodes * TOLERANCE)
  expect(after.listeners).toBeLessThan(before.listeners * TOLERANCE)
})
