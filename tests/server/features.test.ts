import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { FEATURES, FEATURES_HEADER } from '#contract/features.ts'
import { demoAccounts } from '../../server/seed/seed.ts'
import { embedded } from '../databases.ts'
import { openGateway, PASSWORD, requestOf } from '../gateway.ts'

test('sign-in, the caller’s merchant and the health check name every feature; nothing else does', async () => {
  const db = await embedded.open()
  const gateway = await openGateway(db)
  await gateway.account('ANNA')
  const header = async (row: (typeof calls)[keyof typeof calls], input: Record<string, unknown> = {}, token?: string) =>
    (await gateway.app.inject(requestOf(row, input, token))).headers[FEATURES_HEADER]
  const all = FEATURES.filter((feature) => feature !== 'demo-accounts').join(', ')
  expect(await header(calls.health)).toBe(all)
  expect(await header(calls.login, { username: 'anna', password: PASSWORD })).toBe(all)
  const token = await gateway.signIn('ANNA')
  expect(await header(calls.merchantInfo, {}, token)).toBe(all)
  expect(await header(calls.enums, {}, token)).toBeUndefined()
  await gateway.close()

  const demo = await openGateway(db, { demoAccounts: [...demoAccounts], node: 2 })
  expect((await demo.app.inject(requestOf(calls.health, {}))).headers[FEATURES_HEADER]).toBe(FEATURES.join(', '))
  await demo.close()
  await db.close()
})
