import { expect, inject } from 'vitest'
import { documentedCall } from '../../foreign/contract/documentedCalls.ts'
import { seedGateway } from '../../foreign/seed/seedGateway.ts'
import { BAREST } from '../../foreign/seed/switches.ts'
import { serveConsole } from '../../foreign/serveConsole.ts'
import { test } from '../app.ts'
import { PEOPLE, tour } from './tour.ts'

const inFront = test
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the dependencies from the pattern
  .extend('gateway', { scope: 'file' }, async ({}, { onCleanup }) => {
    const gateway = seedGateway(BAREST)
    const { home, close } = await serveConsole(inject('console'), gateway.fetch)
    onCleanup(close)
    return { ...gateway, home }
  })

inFront.for(PEOPLE)(
  'The screens of %s in front of a gateway that differs in everything',
  { timeout: 120_000 },
  async (person, { open, gateway }) => {
    const app = await open({ as: person, home: gateway.home })
    expect(await tour(app, person, gateway.replies)).toEqual([])
    const calls = gateway.asked.map(({ call }) => call)
    expect(calls.filter((call) => documentedCall(...(call.split(' ') as [string, string])) === undefined)).toEqual([])
  },
)

inFront('A merchant reaches the last row of a list without a total, and opens it', async ({ open, gateway }) => {
  const { page, press, focus } = await open({ as: 'merchant', home: gateway.home })
  for (let tries = 0; tries < 6 && (await focus()) !== 'row 37'; tries++) {
    const before = await focus()
    await press('G j')
    await expect.poll(focus).not.toBe(before)
  }
  expect(await focus()).toBe('row 37')
  await press('Enter')
  await page.locator('[data-layer="detail"]').getByRole('heading', { name: 'FO-1036' }).waitFor()
})
