import type { Review } from '#contract/options.ts'
import { textArgument } from '../arguments.ts'
import { type CommandOptions, command } from '../command.ts'
import { currentOrder } from '../conditions.ts'
import type { Message } from '../message.ts'
import type { OrderIdentity } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'
import { ANNOTATED_KINDS, loadedOrder, mutateRows, ORDER_OWNERS } from './mutateRows.ts'
import { orderArgument, parseOrderValue } from './orderArgument.ts'

const order = orderArgument({ kinds: ANNOTATED_KINDS, fits: () => true })
const marked = orderArgument({ kinds: ANNOTATED_KINDS, fits: ({ order: { review } }) => review !== null })

const note = textArgument('note', 'argument.reviewNote', /^(?=.*\S).{1,140}$/u)

/** Marking needs a permission that read-only users do not have. */
const REVIEW_COMMAND = {
  section: 'order',
  keywords: 'command.review.words',
  authority: ORDER_OWNERS,
  permission: ['payin_notify', 'payout_notify'],
  dotRepeat: true,
} as const satisfies CommandOptions

interface Mark {
  review: Review
  note?: string
}

/** The current mark of an order on the screen; null when the order is not loaded. */
function markOf(scope: Scope, identity: OrderIdentity): Mark | null {
  const row = loadedOrder(scope, identity)
  if (row === undefined) return null
  return { review: row.review ?? 'NONE', ...(row.reviewNote == null ? {} : { note: row.reviewNote }) }
}

/** Marks an order. The change can be undone when the previous mark is known. */
async function setMark(scope: Scope, identity: OrderIdentity, after: Mark, message: Message): Promise<Message | undefined> {
  const { app } = scope
  const before = markOf(scope, identity)
  const set = (mark: Mark) => mutateRows(scope, [identity], () => app.saveMark(identity.id, mark))
  await set(after)
  if (before === null) return message
  app.pushUndo({ label: message, undo: () => set(before), redo: () => set(after) })
  app.toast(message, 'undo')
  return undefined
}

/** Review marks: whether an order agrees with the merchant's own books. They move no money. */
export const reviewCommands = [
  command({
    ...REVIEW_COMMAND,
    id: 'order.reconcile',
    label: 'action.mark',
    arguments: [order],
    run(scope, args) {
      const identity = parseOrderValue(args.order)
      const isHere = currentOrder(scope)?.order.id === identity.id
      const marking = setMark(scope, identity, { review: 'RECONCILED' }, ['command.order.reconciled', {}, 'done'])
      // The cursor moves on without waiting for the reply.
      if (isHere) scope.list?.moveToUnreviewed()
      return marking
    },
  }),
  command({
    ...REVIEW_COMMAND,
    id: 'order.dispute',
    label: 'action.dispute',
    arguments: [order, note],
    run: (scope, args) =>
      setMark(scope, parseOrderValue(args.order), { review: 'DISCREPANT', note: args.note?.trim() ?? '' }, [
        'command.order.disputed',
        {},
        'done',
      ]),
  }),
  command({
    ...REVIEW_COMMAND,
    id: 'order.unmark',
    arguments: [marked],
    run: (scope, args) =>
      setMark(scope, parseOrderValue(args.order), { review: 'NONE' }, ['command.order.unmarked', {}, 'done']),
  }),
] as const
