import { expect, test } from 'vitest'
import type { ReconcileContext, ReconcileEvent } from '#machines/reconcile/reconcileEvents.ts'
import { createReconcileMachine } from '#machines/reconcile/reconcileMachine.ts'
import { pathsOf } from './paths.ts'

type Event = ReconcileEvent<string, string, string, { days: number }, string>
type Context = ReconcileContext<string, string, string, { days: number }, string>

const machine = createReconcileMachine<string, string, string, { days: number }, string>()
const settings = { days: 1 }
const labelled = (label: string, event: Event) => ({ ...event, label })

test('a statement is chosen, its columns are checked, orders are fetched and matched, then decided; every step is cancelled and retried', () => {
  const events: Event[] = [
    { type: 'source.given', source: 'file' },
    { type: 'session.open', session: 'old' },
    { type: 'session.close' },
    { type: 'statement.read', preview: 'columns', session: 'new', settings },
    labelled('session.opened matched', { type: 'session.opened', preview: 'columns', summary: 'sums', settings }),
    labelled('session.opened unmatched', { type: 'session.opened', preview: 'columns', summary: null, settings }),
    { type: 'session.attached', preview: 'columns', summary: null },
    { type: 'session.lost', error: 'gone' },
    { type: 'settings.change', changes: { days: 2 } },
    { type: 'layout.change', change: 'roles' },
    { type: 'layout.changed', preview: 'other columns' },
    { type: 'columns.confirm' },
    { type: 'columns.edit' },
    { type: 'orders.reload' },
    { type: 'statement.match' },
    labelled('orders.fetched', { type: 'orders.fetched', found: 1 }),
    labelled('orders.fetched, none', { type: 'orders.fetched', found: 0 }),
    labelled('lines.matched', { type: 'lines.matched', summary: 'sums', lookups: [] }),
    labelled('lines.matched with unknown numbers', { type: 'lines.matched', summary: 'sums', lookups: ['N1'] }),
    { type: 'summary.changed', summary: 'new sums' },
    { type: 'work.progress', progress: { phase: 'reading', done: 1, all: 2 } },
    { type: 'work.failed', error: 'fault' },
    { type: 'work.cancel' },
    { type: 'work.retry' },
  ]
  // What the next step depends on.
  const facts = ({ failedIn, hasLookedUp }: Context) =>
    [failedIn !== null && `failed in ${failedIn}`, hasLookedUp && 'looked up'].filter(Boolean).join(', ')
  expect(pathsOf(machine, events, { settings }, facts)).toMatchInlineSnapshot(`
    "⇒ "choosing"
    source.given ⇒ "reading"
    session.open ⇒ "opening"
    source.given → statement.read ⇒ {"held":{"columns":"shown"}}
    source.given → work.failed ⇒ "failed" failed in reading
    session.open → session.opened matched ⇒ {"held":"deciding"}
    session.open → work.failed ⇒ "failed" failed in opening
    source.given → statement.read → layout.change ⇒ {"held":{"columns":"changing"}}
    source.given → statement.read → columns.confirm ⇒ {"held":"fetching"}
    session.open → session.opened matched → statement.match ⇒ {"held":"matching"}
    source.given → statement.read → columns.confirm → work.failed ⇒ "failed" failed in fetching
    session.open → session.opened matched → statement.match → lines.matched with unknown numbers ⇒ {"held":"lookingUp"} looked up
    session.open → session.opened matched → statement.match → work.failed ⇒ "failed" failed in matching
    session.open → session.opened matched → statement.match → lines.matched with unknown numbers → session.open ⇒ "opening" looked up
    session.open → session.opened matched → statement.match → lines.matched with unknown numbers → session.close ⇒ "choosing" looked up
    session.open → session.opened matched → statement.match → lines.matched with unknown numbers → session.lost ⇒ "failed" failed in opening, looked up
    session.open → session.opened matched → statement.match → lines.matched with unknown numbers → orders.fetched ⇒ {"held":"matching"} looked up
    session.open → session.opened matched → statement.match → lines.matched with unknown numbers → orders.fetched, none ⇒ {"held":"deciding"} looked up
    session.open → session.opened matched → statement.match → lines.matched with unknown numbers → work.failed ⇒ "failed" failed in lookingUp, looked up
    session.open → session.opened matched → statement.match → lines.matched with unknown numbers → session.open → session.opened unmatched ⇒ {"held":{"columns":"shown"}} looked up
    session.open → session.opened matched → statement.match → lines.matched with unknown numbers → orders.fetched → work.failed ⇒ "failed" failed in matching, looked up
    session.open → session.opened matched → statement.match → lines.matched with unknown numbers → session.open → session.opened unmatched → layout.change ⇒ {"held":{"columns":"changing"}} looked up"
  `)
})
