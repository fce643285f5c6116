import { choiceArgument, textArgument } from '../arguments.ts'
import { command, commandsFor } from '../command.ts'
import { ORDER_READERS } from '../orders/mutateRows.ts'

/** Any list of orders. */
const ORDER_LISTS = ['payin', 'payout', 'checkout_list'] as const

const onStatement = commandsFor('reconcile', { section: 'list', conditions: ['reconcile.matched'] })
const onEntry = commandsFor('reconcile', {
  section: 'row',
  conditions: ['reconcile.matched', 'reconcile.entry'],
  subtitle: ({ reconcile }) => (reconcile?.entry == null ? null : ['quoted', { name: reconcile.entry.name }]),
})

const bucket = <const Nth extends 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8>(nth: Nth) =>
  onStatement(`reconcile.bucket${nth}`, (statement) => statement.showBucket(nth), { listing: 'typed' })

/** Commands of the reconcile workbench. Moves, selection and text filter are those of every list. */
export const reconcileCommands = [
  command({
    id: 'reconcile.start',
    label: 'place.reconcile',
    keywords: 'command.reconcile.start.words',
    section: 'order',
    authority: ORDER_READERS,
    permission: ORDER_LISTS,
    run: ({ app }, { lines }) => app.openReconcile(lines ?? null),
  }),
  onStatement('reconcile.all', (statement) => statement.showBucket(0), { listing: 'typed' }),
  bucket(1),
  bucket(2),
  bucket(3),
  bucket(4),
  bucket(5),
  bucket(6),
  bucket(7),
  bucket(8),
  onStatement('reconcile.openOnly', (statement) => statement.toggleOpenOnly()),
  onEntry('reconcile.done', (statement) => statement.done(), { label: 'action.mark', keywords: 'command.review.words' }),
  onEntry('reconcile.flag', (statement, _, { reason = '' }) => statement.flag(reason.trim()), {
    label: 'action.dispute',
    arguments: [textArgument('reason', 'argument.reviewNote', /^(?=.*\S).{1,140}$/u)],
  }),
  onEntry('reconcile.refuse', (statement) => statement.refuse(), {
    label: 'action.refuse',
    conditions: ['reconcile.suggested'],
  }),
  onEntry('reconcile.solve', (statement) => statement.solve(), {
    label: 'action.solve',
    conditions: ['reconcile.line'],
  }),
  onEntry('reconcile.amount', (statement, _, { amount = '' }) => statement.setAmount(amount), {
    label: 'action.enterAmount',
    conditions: ['reconcile.unread'],
    arguments: [
      {
        name: 'amount',
        prompt: 'field.payAmount',
        ask: { amount: ({ reconcile }) => reconcile?.fractionDigits ?? 2, takesSign: true, error: 'argument.lineAmount.error' },
      },
    ],
  }),
  onStatement(
    'reconcile.export',
    (statement, _, { what, form }) => statement.export(what === 'all' ? 'all' : 'bucket', form === 'xlsx' ? 'xlsx' : 'csv'),
    {
      label: 'action.export',
      arguments: [
        choiceArgument('what', 'argument.reconcile.what', ['bucket', 'all']),
        choiceArgument('form', 'argument.reconcile.form', ['csv', 'xlsx']),
      ],
    },
  ),
  onStatement('reconcile.openOrders', (statement) => statement.openOrders(), { feature: 'filters' }),
  onStatement('reconcile.print', (statement) => statement.print(), { label: 'action.printSummary' }),
  onStatement('reconcile.columns', (statement) => statement.editColumns(), { label: 'action.editColumns' }),
  onStatement('reconcile.reload', (statement) => statement.reload()),
  commandsFor('reconcile', { section: 'list', conditions: ['reconcile.open'] })(
    'reconcile.new',
    (statement) => statement.startOver(),
    { label: 'action.newStatement' },
  ),
] as const
