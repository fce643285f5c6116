import { PATTERNS } from '#contract/rules.ts'
import { textArgument } from '../arguments.ts'
import { type Argument, type Command, command } from '../command.ts'
import { routes } from '../navigation/routes.ts'
import { IDR_ACCOUNTS, ORDER_READERS } from '../orders/mutateRows.ts'
import { isFoundByName, listAddress, routeFor, rowKinds, searchableKindsHere } from '../rows/kinds.ts'
import type { SearchableKind } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'

const SEARCH_PERMISSIONS = ['payin', 'payout', 'recharge_list', 'withdraw_list', 'account_transfer'] as const

type SearchCommand = Pick<Command, 'authority' | 'arguments'> & {
  /** The kinds that can be searched this way. */
  supports(kind: SearchableKind, scope: Scope): boolean
  run(scope: Scope, kind: SearchableKind, args: Readonly<Record<string, string>>): void
}

/** Inquiries are rarely about older orders, and every day in the range is scanned. */
const RECENT_DAYS = { dates: '90d' }

/** The list to search: the open one, else the first the user may see. */
const listArgument = (supports: SearchCommand['supports']): Argument => ({
  name: 'list',
  prompt: 'argument.list',
  ask: {
    choices: (scope) =>
      searchableKindsHere(scope)
        .filter((kind) => supports(kind, scope))
        .map((kind) => ({ value: kind, title: { message: [routes[routeFor(kind, scope.permissions)!].title] } })),
  },
  defaultValue: (scope) => searchableKindsHere(scope).find((kind) => supports(kind, scope)) ?? null,
})

const searchCommand = <const Id extends string>(id: Id, { supports, run, arguments: asked = [], ...who }: SearchCommand) =>
  command({
    authority: ORDER_READERS,
    ...who,
    id,
    section: 'order',
    permission: SEARCH_PERMISSIONS,
    conditions: ['orders.visible'],
    arguments: [listArgument(supports), ...asked],
    run: (scope, args) => run(scope, args.list as SearchableKind, args),
  })

const search = ({ app, permissions }: Scope, kind: SearchableKind, filter: Record<string, string>): void =>
  app.go(listAddress(kind, permissions, filter))

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const ACCOUNT = /^[0-9A-Za-z]{4,128}$/
const NAME = /^\P{Cc}{1,64}$/u

/** Searches that set the filters of a list. The palette offers them for typed text of the same form. */
export const findCommands = [
  searchCommand('find.amount', {
    supports: () => true,
    arguments: [
      {
        name: 'amount',
        prompt: 'field.payAmount',
        ask: { amount: (_, { list }) => rowKinds[list as SearchableKind].fractionDigits, error: 'argument.sum.error' },
      },
    ],
    run: (scope, kind, { amount = '' }) => search(scope, kind, { minAmount: amount, maxAmount: amount, ...RECENT_DAYS }),
  }),
  searchCommand('find.account', {
    supports: (kind) => rowKinds[kind].account !== null,
    arguments: [textArgument('account', 'field.accountNumber', ACCOUNT, 'argument.account.error')],
    run(scope, kind, { account = '' }) {
      const { field } = rowKinds[kind].account ?? {}
      // An account has few orders, and they can be old.
      if (field !== undefined) search(scope, kind, { [field]: account, dates: 'all' })
    },
  }),
  // USDT orders carry no names.
  searchCommand('find.name', {
    authority: [...IDR_ACCOUNTS, 'delegate'],
    supports: (kind, { hasFeature }) => isFoundByName(kind, hasFeature('filters')),
    arguments: [textArgument('name', 'argument.name', NAME)],
    run(scope, kind, { name = '' }) {
      const { nameField } = rowKinds[kind]
      if (nameField !== null) search(scope, kind, { [nameField]: name, ...RECENT_DAYS })
    },
  }),
  searchCommand('find.pattern', {
    supports: () => true,
    arguments: [textArgument('pattern', 'filter.orderPattern', PATTERNS.orderPattern, 'argument.pattern.error')],
    run: (scope, kind, { pattern = '' }) => search(scope, kind, { orderPattern: pattern, ...RECENT_DAYS }),
  }),
  searchCommand('find.days', {
    supports: () => true,
    arguments: [
      textArgument('startDate', 'argument.startDate', DAY, 'argument.day.error'),
      textArgument('endDate', 'argument.endDate', DAY, 'argument.day.error'),
    ],
    run(scope, kind, { startDate = '', endDate = '' }) {
      if (scope.list?.kind === kind) scope.list.setRange({ startDate, endDate })
      else search(scope, kind, { startDate, endDate })
    },
  }),
] as const
