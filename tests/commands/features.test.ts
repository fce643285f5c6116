import { expect, test } from 'vitest'
import { commands } from '#commands/index.ts'
import { menuRoutes } from '#commands/navigation/menu.ts'
import { routeIds, routes } from '#commands/navigation/routes.ts'
import { argumentsIn, isPermitted } from '#commands/registry.ts'
import type { Scope } from '#commands/scope.ts'
import { FEATURES, type Feature } from '#contract/features.ts'
import { resolveAddress } from '../../src/app/guard.ts'
import { KINDS, permissionsFor } from '../accounts.ts'

const scopeWithout = (missing: readonly Feature[], account: (typeof KINDS)[number]) => {
  const hasFeature = (feature: Feature) => !missing.includes(feature)
  return { permissions: permissionsFor(account), hiddenMenus: [], hasFeature } as unknown as Scope
}

/** The names that some account has with all features, and none has without these. */
function goneWithout(missing: readonly Feature[], namesIn: (scope: Scope) => readonly string[]): string[] {
  const names = (without: readonly Feature[]) => new Set(KINDS.flatMap((account) => namesIn(scopeWithout(without, account))))
  const left = names(missing)
  return [...names([])].filter((name) => !left.has(name))
}

const commandIds = (scope: Scope) => commands.filter((command) => isPermitted(command, scope)).map(({ id }) => id)

const argumentNames = (scope: Scope) =>
  commands.flatMap((command) => argumentsIn(command, scope).map(({ name }) => `${command.id} ${name}`))

test('each command, menu entry and argument that needs a feature is absent without it', () => {
  const table = FEATURES.flatMap((feature) => {
    const gone = [
      ...goneWithout([feature], commandIds),
      ...goneWithout([feature], ({ permissions, hasFeature }) => menuRoutes(permissions, [], hasFeature)).map(
        (id) => `menu ${id}`,
      ),
      ...goneWithout([feature], argumentNames).map((name) => `argument ${name}`),
    ]
    return gone.length === 0 ? [] : [`${feature}: ${gone.join(', ')}`]
  })
  expect(table).toEqual([
    'audit: nav.settings.history',
    'trails: recharge.receipt',
    'holds: recharge.cancel, hold.takeBack',
    'notes: order.note, order.assignMe, order.assign, order.unassign, list.noteSelected, list.assignMeSelected, list.assignSelected, list.unassignSelected',
    'callbacks: nav.dev.callbacks, menu dev.callbacks',
    'signature-header: secret.signing',
    'filters: reconcile.openOrders',
    'simulation-outcomes: argument simulate.payin outcome, argument simulate.payin answer, argument simulate.payout outcome, argument simulate.payout answer',
  ])
})

test('the address of a screen without its feature does not exist', () => {
  const permissions = permissionsFor('normal')
  const absent = routeIds.filter((id) => {
    const { path } = routes[id]
    const with_ = resolveAddress(path, permissions, () => true)
    const without = resolveAddress(path, permissions, () => false)
    return 'screen' in with_ && 'exception' in without && without.exception === 404
  })
  expect(absent).toEqual(['dev.callbacks', 'settings.history'])
})
