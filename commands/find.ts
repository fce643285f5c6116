import type { MessageKey } from '#locales/messages.ts'
import { OWNERS, RUPIAH } from './acting.ts'
import { type Argument, type Command, command } from './command.ts'
import { kindsHere, listAddress, orderKinds, placeOf } from './orderKinds.ts'
import { places } from './places.ts'
import type { OrderKind, Scope } from './scope.ts'

const SIGNED = [...OWNERS, 'delegate'] as const

type Finding = Pick<Command, 'authority' | 'arguments'> & {
  title: MessageKey
  /** The kinds of order that can be searched so. */
  among(kind: OrderKind): boolean
  run(scope: Scope, kind: OrderKind, given: Readonly<Record<string, string>>): void
}

/** In which list it is searched: the open one, else the first the user may see. */
const listArgument = (among: Finding['among']): Argument => ({
  name: 'list',
  prompt: 'argument.list',
  ask: {
    choices: (scope) =>
      kindsHere(scope)
        .filter(among)
        .map((kind) => ({ value: kind, title: { said: [places[placeOf(kind, scope.permissions)!].title] } })),
  },
  given: (scope) => kindsHere(scope).find(among) ?? null,
})

const finding = <const Id extends string>(id: Id, { title, among, run, arguments: asked = [], ...who }: Finding) =>
  command({
    ...who,
    id,
    title,
    section: 'order',
    key: ['payin', 'payout'],
    when: ['orders.visible'],
    arguments: [listArgument(among), ...asked],
    risk: 'none',
    run: (scope, given) => run(scope, given.list as OrderKind, given),
  })

const search = ({ app, permissions }: Scope, kind: OrderKind, filter: Record<string, string>): void =>
  app.go(listAddress(kind, permissions, filter))

const AMOUNT = /^\d{1,16}(\.\d{1,6})?$/
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const ACCOUNT = /^[0-9A-Za-z]{4,128}$/
const NAME = /^\P{Cc}{1,64}$/u

/** Searches that fill in the filters of a list. What is typed into the palette and looks like one of these leads here. */
export const findCommands = [
  finding('find.amount', {
    title: 'command.find.amount',
    authority: SIGNED,
    among: () => true,
    arguments: [{ name: 'amount', prompt: 'field.payAmount', ask: { text: AMOUNT, error: 'argument.amount.error' } }],
    run: (scope, kind, { amount = '' }) => search(scope, kind, { minAmount: amount, maxAmount: amount }),
  }),
  finding('find.account', {
    title: 'command.find.account',
    authority: OWNERS,
    among: (kind) => orderKinds[kind].account !== null,
    arguments: [{ name: 'account', prompt: 'field.accountNumber', ask: { text: ACCOUNT, error: 'argument.account.error' } }],
    run(scope, kind, { account = '' }) {
      const { field } = orderKinds[kind].account ?? {}
      // An account has few orders, and they may be old.
      if (field !== undefined) search(scope, kind, { [field]: account, dates: 'all' })
    },
  }),
  finding('find.name', {
    title: 'command.find.name',
    authority: RUPIAH,
    among: (kind) => orderKinds[kind].person !== null,
    arguments: [{ name: 'name', prompt: 'argument.name', ask: { text: NAME, error: 'argument.name.error' } }],
    run(scope, kind, { name = '' }) {
      const { person } = orderKinds[kind]
      if (person !== null) search(scope, kind, { [person]: name })
    },
  }),
  finding('find.days', {
    title: 'command.find.days',
    authority: SIGNED,
    among: () => true,
    arguments: [
      { name: 'startDate', prompt: 'argument.startDate', ask: { text: DAY, error: 'argument.day.error' } },
      { name: 'endDate', prompt: 'argument.endDate', ask: { text: DAY, error: 'argument.day.error' } },
    ],
    run(scope, kind, { startDate = '', endDate = '' }) {
      if (scope.list?.kind === kind) scope.list.setRange({ startDate, endDate })
      else search(scope, kind, { startDate, endDate })
    },
  }),
] as const
