import { expect, test } from 'vitest'
import { commands } from '#commands/index.ts'
import { isPermitted } from '#commands/registry.ts'
import type { Scope } from '#commands/scope.ts'
import { GUEST } from '#contract/authority.ts'
import { permissionsFor } from '../accounts.ts'

/** A scope with permissions only; the position in the app does not matter here. */
const by = (permissions: readonly string[], hiddenMenus: readonly string[] = []) =>
  ({ permissions, hiddenMenus, hasFeature: () => true }) as unknown as Scope

test('A guest finds only the language commands', () => {
  const found = commands.filter(
    (command) =>
      isPermitted(command, by(GUEST)) && !(command.conditions ?? []).includes('signedIn') && command.listing !== 'key',
  )
  const anywhere = found.filter(({ conditions = [] }) => conditions.length === 0).map(({ id }) => id)
  expect(anywhere).toEqual(['locale.zh', 'locale.en', 'locale.id', 'locale.vi', 'locale.es'])
})

test('An account without menu permissions opens routes by authority and needs button permissions for actions', () => {
  const allowed = (id: string) => isPermitted(commands.find((one) => one.id === id)!, by(['user', 'normal', 'payin_notify']))
  expect(['nav.txn.payin', 'order.jump', 'payin.notify'].map(allowed)).toEqual([true, true, true])
  expect(['nav.payinA', 'payin.close', 'export.payin'].map(allowed)).toEqual([false, false, false])
})

test('A menu entry hidden by the gateway hides its command, without changing permissions', () => {
  const goTo = commands.find(({ id }) => id === 'nav.txn.payin')!
  expect(isPermitted(goTo, by(permissionsFor('normal')))).toBe(true)
  expect(isPermitted(goTo, by(permissionsFor('normal'), ['payin']))).toBe(false)
  expect(isPermitted(goTo, by(permissionsFor('normal'), ['transaction']))).toBe(false)
})
