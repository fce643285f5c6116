import { expect, test } from 'vitest'
import type { Argument, Arguments, Command } from '#commands/command.ts'
import { commands } from '#commands/index.ts'
import { type Route, type RouteId, routes } from '#commands/navigation/routes.ts'
import { orderValue } from '#commands/orders/orderArgument.ts'
import { isPermitted } from '#commands/registry.ts'
import { routeFor, rowAddress, rowKinds } from '#commands/rows/kinds.ts'
import type { OrderRef, RowIdentity, RowKind } from '#commands/rows/rowRef.ts'
import type { Scope } from '#commands/scope.ts'
import { GUEST, type Permissions } from '#contract/authority.ts'
import { resolveAddress } from '../../src/app/guard.ts'
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

test('Orders are marked, noted and assigned with the permission of their direction', () => {
  const fitting = (kind: RowKind, permissions: readonly string[]) =>
    (commands as readonly Command[]).flatMap(({ id, arguments: [first] = [] }) => {
      if (!['order.reconcile', 'order.dispute', 'order.note', 'order.assign', 'order.assignMe'].includes(id)) return []
      const ref = { kind, order: { id: '1', platOrderNo: '1' } } as unknown as OrderRef
      return first !== undefined && 'order' in first.ask && first.ask.fits(ref, ['user', 'normal', ...permissions]) ? [id] : []
    })
  expect(fitting('payin', ['payin_notify'])).toHaveLength(5)
  expect(fitting('payout', ['payin_notify'])).toEqual([])
  expect(fitting('payout', ['payout_notify'])).toHaveLength(5)
  expect(fitting('usdtPayin', ['payout_notify'])).toEqual([])
})

test('An order is assigned to accounts that see it', () => {
  const assign = commands.find(({ id }) => id === 'order.assign') as Command
  const people = [
    { username: 'parent', name: null, merchantNo: null },
    { username: 'branch', name: 'Branch', merchantNo: 'M2' },
    { username: 'other', name: null, merchantNo: 'M3' },
  ]
  const choicesFor = (merchantNo: string) => {
    const row = { id: '1', platOrderNo: '1', merchantNo }
    const list = { row: { kind: 'payin', row }, findLoaded: () => [], selected: [] }
    const scope = { ...by([]), app: { people }, list, detail: null } as unknown as Scope
    const { ask } = assign.arguments![1]!
    const args = { order: orderValue({ kind: 'payin', id: '1', number: '1' }) }
    return 'choices' in ask ? ask.choices(scope, args).map(({ value }) => value) : []
  }
  expect(choicesFor('M1')).toEqual(['parent'])
  expect(choicesFor('M2')).toEqual(['parent', 'branch'])
})

const permissionsOf = (pages: readonly RouteId[]) => pages.flatMap((id) => (routes[id] as Route).permission ?? [])

/** Each list of permissions with one authority and one permission of the command, without and with those of these pages. */
function accountsFor({ authority = ['user'], permission = [] }: Command, pages: readonly RouteId[]): Permissions[] {
  const keys = [permission].flat()
  const rights = (keys.length === 0 ? [[]] : keys).flatMap((key) => [[key].flat(), [key, permissionsOf(pages)].flat(2)])
  return authority.flatMap((kind) => rights.map((more) => ['user', kind, ...more, 'exact']))
}

/** A value that the palette could give for the argument; undefined when there is none to choose. */
function givenFor({ ask }: Argument, scope: Scope): string | undefined {
  if ('choices' in ask) return ask.choices(scope, {})[0]?.value
  if (!('order' in ask)) return '1'
  // Numbers are searched in lists that the account may open.
  const kind = ask.order.find((one) => ask.by === 'account' || routeFor(one, scope.permissions) !== null)
  return kind && orderValue({ kind, id: '1', number: '1' })
}

/** An object whose other members are functions that do nothing. */
const idle = (members: object = {}) =>
  new Proxy(members, { get: (of, name) => (name in of || name === 'then' ? Reflect.get(of, name) : () => []) })

/** The addresses that the command opens, on a row of this kind where a list is open. */
async function addressesOf(command: Command, permissions: Permissions, kind: RowKind | null): Promise<string[]> {
  const opened: string[] = []
  const app = idle({
    go: (address: string) => opened.push(address),
    goTo: (route: RouteId) => opened.push(routes[route].path),
    openRow: (row: RowIdentity) => opened.push(rowAddress(row, permissions)),
    openReconcile: () => opened.push(routes.reconcile.path),
    recents: [{ kind: 'payin', id: '1', number: '1' }].filter(() => routeFor('payin', permissions) !== null),
    views: [],
    people: [],
    noticeTypes: [],
    gettingStarted: null,
  })
  const row = { kind, row: { id: '1', platOrderNo: '1', merchantNo: '1', type: 'PAYIN', date: '2026-11-30' } }
  const list = kind && idle({ kind, row, selected: [row], selectedCount: 1, beginMutation: () => () => {} })
  const open = { app, list, detail: null, form: idle(), dashboard: idle(), reconcile: idle() }
  const scope = { ...by(permissions), ...open, call: async () => idle(), download: () => {} } as unknown as Scope
  const args = (command.arguments ?? []).map((argument) => [argument.name, givenFor(argument, scope)] as const)
  if (isPermitted(command, scope) && args.every(([, value]) => value !== undefined))
    await command.run(scope, Object.fromEntries(args) as Arguments)
  return opened
}

test('No command leads to a page that its own permissions do not open', async () => {
  const opening = new Set<string>()
  const refused = new Set<string>()
  for (const command of commands as readonly Command[]) {
    for (const kind of [null, ...(command.rowKinds ?? (Object.keys(rowKinds) as RowKind[]))]) {
      const pages = [...(command.opens ?? []), ...(kind === null ? [] : rowKinds[kind].routes)]
      for (const permissions of accountsFor(command, pages)) {
        if (kind !== null && routeFor(kind, permissions) === null) continue
        for (const address of await addressesOf(command, permissions, kind)) {
          opening.add(command.id)
          if ('exception' in resolveAddress(address, permissions, () => true)) refused.add(`${command.id} ${address}`)
        }
      }
    }
  }
  // Its page is the user's own choice.
  expect([...refused]).toEqual(['nav.address 1'])
  expect((commands as readonly Command[]).filter(({ id, opens }) => opens !== undefined && !opening.has(id))).toEqual([])
})
