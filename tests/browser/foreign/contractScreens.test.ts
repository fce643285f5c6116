import { expect, inject } from 'vitest'
import { contractGateway } from '../../foreign/contract/contractGateway.ts'
import { serveConsole } from '../../foreign/serveConsole.ts'
import { test } from '../app.ts'
import { PEOPLE, tour } from './tour.ts'

const inFront = test
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the dependencies from the pattern
  .extend('gateway', { scope: 'file' }, async ({}, { onCleanup }) => {
    const origin = inject('console')
    const gateway = contractGateway((path, init) => fetch(`${origin}${path}`, init))
    const { home, close } = await serveConsole(origin, gateway.fetch)
    onCleanup(close)
    return { ...gateway, home }
  })

inFront.for(PEOPLE)(
  'The screens of %s in front of a gateway with the documented calls and fields only',
  { timeout: 120_000 },
  async (person, { open, gateway }) => {
    const app = await open({ as: person, home: gateway.home })
    expect(await tour(app, person, gateway.replies)).toEqual([])
    expect(gateway.undocumented).toEqual([])
    expect(gateway.undocumentedFields).toEqual([])
  },
)
