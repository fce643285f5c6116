import type { Feature } from '#contract/features.ts'

/** `npm run test:foreign`: all journeys in front of the documented calls only, and all flows in front of every variant of a gateway. */
export const RUNS_ALL = process.env.FOREIGN === 'all'

/** Beyond the documented calls: a feature, fields of replies, or the form of replies of our own gateway, which a test rewrites. */
type Need = Feature | 'the time of figures' | 'the rows of notices and activities' | 'replies in our own form'

/** Journey -> the starts of the titles of its tests that a gateway with the documented calls only cannot serve, with what they need. */
export const NEEDS: Readonly<Record<string, Readonly<Record<string, Need>>>> = {
  'adversity/browser.test.tsx': { 'behind a front: the sign-in page says so': 'demo-accounts' },
  'adversity/clock.test.tsx': { 'A computer whose clock is': 'holds' },
  'caller.test.tsx': {
    'An order is found by a part of it': 'filters',
    'An agent finds the orders of assigned': 'filters',
    'A read-only account finds an order': 'filters',
  },
  'dashboard.test.tsx': {
    'starts at the dashboard, reads it': 'insights',
    'What needs attention leads': 'insights',
    'Today is compared with yesterday until': 'the time of figures',
    'An activity links to its order': 'the rows of notices and activities',
  },
  'day.test.tsx': { 'A day of': 'filters' },
  'developer.test.tsx': {
    'An order is paid by key': 'trails',
    'A request without an answer is repeated': 'idempotency',
    'A failing address is switched on again': 'callbacks',
  },
  'exportOrders.test.tsx': { 'types a filter with full-width punctuation': 'filters' },
  'history.test.tsx': {
    'Audit events are': 'audit',
    'The history is filtered': 'audit',
    'Staff look up an account': 'merchant-lookup',
  },
  'hold.test.tsx': {
    'A withdraw on hold': 'holds',
    'The page of a hold': 'holds',
    'A withdrawal that was canceled': 'holds',
    'A hold is taken back': 'holds',
    'The message about a withdraw taken back': 'holds',
  },
  'jumpToOrder.test.tsx': {
    'finds an order by its last four digits': 'filters',
    'sees all orders with the same last digits': 'filters',
    "does not find another merchant's order": 'filters',
  },
  'lists.test.tsx': {
    'withdraw detail': 'filters',
    transfers: 'filters',
    'sub-merchants': 'filters',
    payins: 'filters',
    payouts: 'filters',
    'Payins of a read-only account': 'filters',
  },
  'listChanges.test.tsx': {
    'new and changed rows': 'events',
    'reloaded rows stay marked': 'events',
    'rows loaded into an empty list': 'events',
    'a new row that changes after a reload': 'events',
    'changes are counted within the filter': 'events',
    'own changes, undo and bulk commands': 'events',
    'without a change feed': 'events',
  },
  'money.test.tsx': {
    'An unfinished offline recharge is announced': 'holds',
    'A recharge is continued and checked': 'trails',
  },
  'notices.test.tsx': {
    'opens it in its list, and is not searched for': 'the rows of notices and activities',
  },
  'notes.test.tsx': {
    'a note is added': 'notes',
    'a note that was not added': 'notes',
    'what is mine': 'notes',
    'staff has notes': 'notes',
  },
  'notify.test.tsx': {
    'w sends a signed callback to the merchant': 'trails',
    'counts as a failed callback': 'trails',
    'A connection failure is shown': 'trails',
    'In an open row w applies': 'trails',
  },
  'payinExceptions.test.tsx': { 'Staff end': 'payin-exceptions' },
  'payouts.test.tsx': {
    'resends a failed payout': 'trails',
    'Staff act on the payouts of all merchants': 'simulation-outcomes',
  },
  // It counts requests: a gateway that is not known is asked once more.
  'preferences.test.tsx': { 'A key is changed by keyboard': 'filters' },
  'session.test.tsx': { 'is detected when a row is opened': 'trails' },
  'settings.test.tsx': {
    'A new secret requires the merchant number': 'secret-overlap',
    'The signature header is required': 'signature-header',
    'is still unknown after a reload': 'idempotency',
    'Shows details, methods and banks': 'otp-enrolment',
    'Staff can set every status of a gateway': 'merchant-lookup',
  },
  'signIn.test.tsx': { 'The digit of a sample account': 'demo-accounts' },
  'statements.test.tsx': {
    'finds a break in the ledger chain': 'ledger-check',
    'An order is found by six digits': 'filters',
    'A sub-merchant reads its own ledger': 'ledger-check',
  },
  'subMerchants.test.tsx': {
    'The row under the cursor is edited': 'sub-merchant-callbacks',
    'A sub-merchant of a gateway that sends no next statuses': 'replies in our own form',
  },
  'undoRun.test.tsx': { 'the undo key': 'reviews', 'a run of marks': 'reviews' },
  'workbench.test.tsx': {
    'as a bulk mark is taken back': 'reviews',
    'A discrepancy of a duplicate': 'reviews',
    'are copied as a table': 'filters',
  },
  'views.test.tsx': { 'A filter saved as a view': 'views' },
}

/** What the test needs beyond the documented calls, if it does. */
export function needOf(file: string, title: string): Need | undefined {
  const [, journey = ''] = file.split('tests/journeys/')
  return Object.entries(NEEDS[journey] ?? {}).find(([part]) => title.includes(part))?.[1]
}
