import { PATTERNS } from '#contract/rules.ts'
import { command } from './command.ts'
import { kindsFor, listAddress } from './orderKinds.ts'
import type { OrderKind, Scope } from './scope.ts'

const SIGNED = ['normal', 'subMerchant', 'umerchant', 'delegate'] as const

/** The kind of order that is searched: that of the open list, else the first the user may see. */
const kindHere = ({ list, permissions }: Scope): OrderKind => list?.kind ?? kindsFor(permissions)[0] ?? 'payin'

const search = (scope: Scope, filter: Record<string, string>): void =>
  scope.app.go(listAddress(kindHere(scope), scope.permissions, filter))

const AMOUNT = /^\d{1,16}(\.\d{1,6})?$/
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Searches that fill in the filters of a list. What is typed into the palette and looks like one of these leads here. */
export const findCommands = [
  command({
    id: 'find.amount',
    title: 'command.find.amount',
    section: 'order',
    authority: SIGNED,
    key: 'payin',
    when: ['orders.visible'],
    arguments: [{ name: 'amount', prompt: 'field.payAmount', ask: { text: AMOUNT, error: 'argument.amount.error' } }],
    risk: 'none',
    run: (scope, { amount = '' }) => search(scope, { minAmount: amount, maxAmount: amount }),
  }),
  command({
    id: 'find.account',
    title: 'command.find.account',
    section: 'order',
    authority: SIGNED,
    key: 'payin',
    when: ['orders.visible'],
    arguments: [
      { name: 'account', prompt: 'field.accountNumber', ask: { text: PATTERNS.digits, error: 'argument.account.error' } },
    ],
    risk: 'none',
    // An account has few orders, and they may be old.
    run: (scope, { account = '' }) => search(scope, { accountNumber: account, dates: 'all' }),
  }),
  command({
    id: 'find.days',
    title: 'command.find.days',
    section: 'order',
    authority: SIGNED,
    key: 'payin',
    when: ['orders.visible'],
    arguments: [
      { name: 'startDate', prompt: 'argument.startDate', ask: { text: DAY, error: 'argument.day.error' } },
      { name: 'endDate', prompt: 'argument.endDate', ask: { text: DAY, error: 'argument.day.error' } },
    ],
    risk: 'none',
    run(scope, { startDate = '', endDate = '' }) {
      if (scope.list === null) search(scope, { startDate, endDate })
      else scope.list.setRange({ startDate, endDate })
    },
  }),
] as const
