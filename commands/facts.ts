import { isSignedIn } from '#contract/authority.ts'
import { kindsFor } from './orderKinds.ts'
import type { OrderRef, Scope } from './scope.ts'

/** The circumstances a command can depend on. */
export const facts = {
  signedIn: ({ permissions }) => isSignedIn(permissions),
  // Staff act for others: the gateway has no balance to tell them.
  'account.own': ({ permissions }) => !permissions.includes('plat'),
  'orders.visible': ({ permissions }) => kindsFor(permissions).length > 0,
  'list.open': ({ list }) => list !== null,
  'row.here': (scope) => orderHere(scope) !== null,
  'column.sortable': ({ list }) => list?.column?.sortable === true,
  'column.filterable': ({ list }) => list?.column?.filterable === true,
  'column.excludable': ({ list }) => list?.column?.excludable === true,
  'selection.some': ({ list }) => (list?.selectedCount ?? 0) > 0,
  'detail.open': ({ detail }) => detail !== null,
  'recents.some': ({ app }) => app.recents.length > 0,
  'notices.some': ({ app }) => app.hasNotices,
} as const satisfies Record<string, (scope: Scope) => boolean>

export type Fact = keyof typeof facts

/** The order a command means when it names none: the open record, else the row under the cursor. */
export const orderHere = ({ detail, list }: Scope): OrderRef | null => detail?.order ?? list?.row ?? null
