import { calls } from '#contract/calls.ts'
import { MAX_NOTE_LENGTH, NOTE_PATTERN } from '#contract/rows/notes.ts'
import { textArgument } from '../arguments.ts'
import { type Argument, type CommandOptions, command, commandsFor } from '../command.ts'
import type { Message } from '../message.ts'
import type { OrderIdentity } from '../rows/rowRef.ts'
import type { BulkAction, Scope } from '../scope.ts'
import { loadedOrder, mutateRows, ORDER_OWNERS, offerUndo } from './mutateRows.ts'
import { annotatedOrder, parseOrderValue } from './orderArgument.ts'

const order = annotatedOrder()
const assigned = annotatedOrder(({ order: { assignedTo } }) => assignedTo !== null)

const NOTE_TEXT = new RegExp(`(?=^[^]{1,${MAX_NOTE_LENGTH}}$)${NOTE_PATTERN.source}`)
const text = textArgument('text', 'argument.note', NOTE_TEXT)

/** An account that sees the order, or all selected ones, as far as they are loaded. */
const person: Argument = {
  name: 'person',
  prompt: 'argument.person',
  ask: {
    choices(scope, args) {
      const rows =
        args.order === undefined
          ? (scope.list?.selected.map(({ row }) => row) ?? [])
          : [loadedOrder(scope, parseOrderValue(args.order)) ?? []].flat()
      return scope.app.people
        .filter(({ merchantNo }) => merchantNo === null || rows.every((row) => row.merchantNo === merchantNo))
        .map(({ username, name }) => ({
          value: username,
          title: { text: name === null ? username : `${username} · ${name}` },
        }))
    },
  },
}

/** Writing needs a permission that read-only users do not have. */
const NOTE_COMMAND = {
  section: 'order',
  authority: ORDER_OWNERS,
  permission: ['payin_notify', 'payout_notify'],
  feature: 'notes',
} as const satisfies CommandOptions

/** Assigns an order. The change can be undone when the previous assignment is known. */
async function assign(scope: Scope, identity: OrderIdentity, after: string, message: Message): Promise<Message | undefined> {
  const row = loadedOrder(scope, identity)
  const set = (assignedTo: string) =>
    mutateRows(scope, [identity], () => scope.call(calls.assignOrder, { id: identity.id, assignedTo }))
  const { assignedTo: given } = await set(after)
  if (row === undefined) return message
  offerUndo(scope, {
    label: message,
    kind: identity.kind,
    row,
    isUnchanged: ({ assignedTo }) => (assignedTo ?? null) === given,
    undo: () => set(row.assignedTo ?? 'NONE'),
    redo: () => set(after),
  })
  return undefined
}

const inSelection = commandsFor('list', { section: 'selection', conditions: ['list.open'] })

/** Runs an action on the selected orders, with a text or an account where it needs one. */
const bulkCommand = <const Id extends string>(
  id: Id,
  action: BulkAction,
  { value = () => undefined, ...rest }: CommandOptions & { value?(args: Readonly<Record<string, string>>): string | undefined },
) =>
  inSelection(id, (list, _, args) => list.runBulkAction(action, value(args)), {
    ...NOTE_COMMAND,
    conditions: ['list.notifiable', 'selection.some'],
    ...rest,
    section: 'selection',
    subtitle: ({ list }) => (list === null ? null : ['command.selected', { n: list.selectedCount }]),
  })

/** Notes on an order, and its assignment: for the own side only, and without any effect on the order. */
export const noteCommands = [
  command({
    ...NOTE_COMMAND,
    id: 'order.note',
    label: 'action.note',
    arguments: [order, text],
    async run(scope, args) {
      const identity = parseOrderValue(args.order)
      const { idempotencyKey } = scope
      await mutateRows(scope, [identity], () =>
        scope.call(calls.addNote, { id: identity.id, text: args.text ?? '' }, { idempotencyKey }),
      )
      return ['command.order.noted', { number: identity.number }, 'done']
    },
  }),
  command({
    ...NOTE_COMMAND,
    id: 'order.assignMe',
    label: 'action.assignMe',
    arguments: [order],
    dotRepeat: true,
    run(scope, args) {
      const identity = parseOrderValue(args.order)
      return assign(scope, identity, 'ME', ['command.order.assignedMe', { number: identity.number }, 'done'])
    },
  }),
  command({
    ...NOTE_COMMAND,
    id: 'order.assign',
    label: 'action.assign',
    arguments: [order, person],
    dotRepeat: true,
    run(scope, args) {
      const identity = parseOrderValue(args.order)
      const name = args.person ?? ''
      return assign(scope, identity, name, ['command.order.assigned', { number: identity.number, name }, 'done'])
    },
  }),
  command({
    ...NOTE_COMMAND,
    id: 'order.unassign',
    arguments: [assigned],
    dotRepeat: true,
    run(scope, args) {
      const identity = parseOrderValue(args.order)
      return assign(scope, identity, 'NONE', ['command.order.unassigned', { number: identity.number }, 'done'])
    },
  }),
  bulkCommand('list.noteSelected', 'note', { label: 'action.note', arguments: [text], value: (args) => args.text }),
  bulkCommand('list.assignMeSelected', 'assign', { label: 'action.assignMe', value: () => 'ME' }),
  bulkCommand('list.assignSelected', 'assign', { label: 'action.assign', arguments: [person], value: (args) => args.person }),
  bulkCommand('list.unassignSelected', 'unassign', { label: 'action.unassign' }),
] as const
