import { expect, test } from 'vitest'
import { commands } from '#commands/index.ts'
import { isPermitted } from '#commands/registry.ts'
import type { Scope } from '#commands/scope.ts'
import { GUEST } from '#contract/authority.ts'
import { permissionsFor } from '../accounts.ts'

/** Only who is asking counts here; where he is does not. */
const by = (permissions: readonly string[], hiddenMenus: readonly string[] = []) =>
  ({ permissions, hiddenMenus }) as unknown as Scope

test('a guest finds the languages and nothing else', () => {
  const found = commands.filter(
    (command) =>
      isPermitted(command, by(GUEST)) && !(command.conditions ?? []).includes('signedIn') && command.listing !== 'key',
  )
  const anywhere = found.filter(({ conditions: when = [] }) => when.length === 0).map(({ id }) => id)
  expect(anywhere).toEqual(['locale.zh', 'locale.en', 'locale.id', 'locale.vi'])
})

test('an account whose menu list names no menu goes where its authority leads, and acts by its keys', () => {
  const allowed = (id: string) => isPermitted(commands.find((one) => one.id === id)!, by(['user', 'normal', 'payin_notify']))
  expect(['nav.txn.payin', 'order.jump', 'payin.notify'].map(allowed)).toEqual([true, true, true])
  expect(['nav.payinA', 'payin.close', 'export.payin'].map(allowed)).toEqual([false, false, false])
})

test('a menu entry that the gateway hides takes its command with it, and the right stays', () => {
  const goTo = commands.find(({ id }) => id === 'nav.txn.payin')!
  expect(isPermitted(goTo, by(permissionsFor('normal')))).toBe(true)
  expect(isPermitted(goTo, by(permissionsFor('normal'), ['payin']))).toBe(false)
  expect(isPermitted(goTo, by(permissionsFor('normal'), ['transaction']))).toBe(false)
})
