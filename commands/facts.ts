import { isSignedIn, may } from '#contract/authority.ts'
import { kindsFor, orderKinds } from './orderKinds.ts'
import type { OrderRef, Scope } from './scope.ts'

/** The circumstances a command can depend on. */
export const facts = {
  signedIn: ({ permissions }) => isSignedIn(permissions),
  // Staff act for others: the gateway has no balance to tell them.
  'account.own': ({ permissions }) => !permissions.includes('plat'),
  'orders.visible': ({ permissions }) => kindsFor(permissions).length > 0,
  'list.open': ({ list }) => list !== null,
  // Where the gateway does not say whether it simulates, it is asked.
  'simulation.on': ({ app }) => app.simulates !== false,
  'list.notifiable': ({ list, permissions }) => {
    const notify = list === null ? null : orderKinds[list.kind].notify
    return notify !== null && may(permissions, notify.key)
  },
  'list.retriable': ({ list }) => list?.kind === 'payout',
  'list.exportable': ({ list }) => list?.canExport === true,
  'row.here': (scope) => orderHere(scope) !== null,
  'column.sortable': ({ list }) => list?.column?.sortable === true,
  'column.filterable': ({ list }) => list?.column?.filterable === true,
  'column.excludable': ({ list }) => list?.column?.excludable === true,
  'selection.some': ({ list }) => (list?.selectedCount ?? 0) > 0,
  'link.here': (scope) => linkHere(scope) !== null,
  // Nobody can pay any more what is not waiting for it.
  'link.payable': (scope) => orderHere(scope)?.order.status === 'PENDING',
  'detail.open': ({ detail }) => detail !== null,
  'recents.some': ({ app }) => app.recents.length > 0,
  'notices.some': ({ app }) => app.hasNotices,
} as const satisfies Record<string, (scope: Scope) => boolean>

export type Fact = keyof typeof facts

/** The order a command means when it names none: the open record, else the row under the cursor. */
export const orderHere = ({ detail, list }: Scope): OrderRef | null => detail?.order ?? list?.row ?? null

/** The page on which the payer of that order pays it; null where there is none. */
export const linkHere = (scope: Scope): string | null => orderHere(scope)?.order.checkoutUrl ?? null
