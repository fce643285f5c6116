import { textArgument } from '../arguments.ts'
import { type CommandOptions, command } from '../command.ts'
import { currentOrder } from '../conditions.ts'
import type { Message } from '../message.ts'
import type { OrderIdentity } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'
import { isSameMark, type Mark, markOf } from './mark.ts'
import { loadedOrder, mutateRows, ORDER_OWNERS, offerUndo } from './mutateRows.ts'
import { annotatedOrder, parseOrderValue } from './orderArgument.ts'

const order = annotatedOrder()
const marked = annotatedOrder(({ order: { review } }) => review !== null)

const note = textArgument('note', 'argument.reviewNote', /^(?=.*\S).{1,140}$/u)

/** Marking needs a permission that read-only users do not have. */
const REVIEW_COMMAND = {
  section: 'order',
  keywords: 'command.review.words',
  authority: ORDER_OWNERS,
  permission: ['payin_notify', 'payout_notify'],
  dotRepeat: true,
} as const satisfies CommandOptions

/** Marks an order. The change can be undone when the previous mark is known. */
async function setMark(scope: Scope, identity: OrderIdentity, after: Mark, message: Message): Promise<Message | undefined> {
  const row = loadedOrder(scope, identity)
  const set = (mark: Mark) => mutateRows(scope, [identity], () => scope.app.saveMark(identity.id, mark))
  await set(after)
  if (row === undefined) return message
  const before = markOf(row)
  offerUndo(scope, {
    label: message,
    kind: identity.kind,
    row,
    isUnchanged: (now) => isSameMark(markOf(now), after),
    undo: () => set(before),
    redo: () => set(after),
  })
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
