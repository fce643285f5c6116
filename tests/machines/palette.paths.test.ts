import { expect, test } from 'vitest'
import type { Hit, PaletteEvent, Task } from '#machines/palette/page.ts'
import { createPaletteMachine } from '#machines/palette/paletteMachine.ts'
import { pathsOf } from './paths.ts'

type Labelled = PaletteEvent<'payin'> & { label?: string }

const nothing = () => {}
const machine = createPaletteMachine<'payin', { figures: number }>().provide({
  actions: { rememberOpener: nothing, restoreFocus: nothing, perform: nothing },
})

const task = (command: string, rest: Partial<Task> = {}): Task => ({
  command,
  given: {},
  missingArguments: [],
  confirm: null,
  showsAnswer: false,
  newTab: false,
  ...rest,
})

const hit: Hit<'payin'> = {
  kind: 'payin',
  row: { id: '1' },
  value: 'payin/1/1',
  task: task('order.jump', { given: { order: 'payin/1/1' } }),
}

const chosen = (label: string, one: Task, keepOpen = false): Labelled => ({
  type: 'row.chosen',
  row: one.command,
  task: one,
  keepOpen,
  label: `choose ${label}`,
})
const internal = (type: string, label: string, rest: object = {}) => ({ type, label, ...rest }) as unknown as Labelled

const events: Labelled[] = [
  { type: 'palette.open', mode: 'all' },
  { type: 'palette.close' },
  {
    type: 'text.changed',
    text: '2611',
    search: { by: 'number', text: '2611', kinds: ['payin'] },
    known: [],
    pasted: false,
    label: 'type a number',
  },
  { type: 'row.awaited', label: 'Enter while it is looked for' },
  chosen('a command', task('list.refresh')),
  chosen('one that asks', task('list.goto', { missingArguments: ['page'] })),
  chosen('one that must be confirmed', task('payin.close', { confirm: 'always' })),
  chosen('one that answers', task('account.balance', { showsAnswer: true })),
  { type: 'argument.given', value: '3' },
  { type: 'task.confirmed' },
  { type: 'escape' },
  internal('xstate.after.typingPause.palette.open.lookup.waiting', '80 ms'),
  internal('xstate.after.latchLimit.palette.open.lookup.lookingUp.latched', '1500 ms'),
  internal('xstate.done.actor.lookUp', 'found one', { output: { hits: [hit], searched: null } }),
  internal('xstate.done.actor.lookUp', 'found none', { output: { hits: [], searched: null } }),
  internal('xstate.error.actor.lookUp', 'no answer', { error: new Error('offline') }),
  internal('xstate.done.actor.run', 'an answer', { output: { figures: 4 } }),
  internal('xstate.error.actor.run', 'refused', { error: new Error('refused') }),
]

test('paths of the palette', () => {
  expect(pathsOf(machine, events)).toMatchInlineSnapshot(`
    "⇒ "closed"
    palette.open ⇒ {"open":{"page":"searching","lookup":"settled"}}
    palette.open → type a number ⇒ {"open":{"page":"searching","lookup":"waiting"}}
    palette.open → choose one that asks ⇒ {"open":{"page":"asking","lookup":"settled"}}
    palette.open → choose one that must be confirmed ⇒ {"open":{"page":"confirming","lookup":"settled"}}
    palette.open → choose one that answers ⇒ {"open":{"page":"running","lookup":"settled"}}
    palette.open → type a number → Enter while it is looked for ⇒ {"open":{"page":"searching","lookup":{"lookingUp":"latched"}}}
    palette.open → type a number → 80 ms ⇒ {"open":{"page":"searching","lookup":{"lookingUp":"free"}}}
    palette.open → choose one that asks → type a number ⇒ {"open":{"page":"asking","lookup":"waiting"}}
    palette.open → choose one that answers → an answer ⇒ {"open":{"page":"showing","lookup":"settled"}}
    palette.open → type a number → Enter while it is looked for → no answer ⇒ {"open":{"page":"searching","lookup":"failed"}}
    palette.open → choose one that asks → type a number → Enter while it is looked for ⇒ {"open":{"page":"asking","lookup":{"lookingUp":"latched"}}}
    palette.open → choose one that asks → type a number → 80 ms ⇒ {"open":{"page":"asking","lookup":{"lookingUp":"free"}}}
    palette.open → choose one that asks → type a number → Enter while it is looked for → no answer ⇒ {"open":{"page":"asking","lookup":"failed"}}"
  `)
})
