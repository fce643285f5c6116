import { expect, test } from 'vitest'
import { createGatherMachine } from '#machines/gathering/gatherMachine.ts'
import { pathsOf } from './paths.ts'

test('rows are written when all have arrived, or on another key press when the browser requires one', () => {
  const events = [
    { type: 'gather.retry' },
    { type: 'gather.write' },
    { type: 'gather.cancel' },
    { type: 'rows.came', done: 1 },
    { type: 'rows.complete', rows: [1, 2] },
    { type: 'rows.failed', error: new Error('down') },
    { type: 'xstate.done.actor.write', output: true, label: 'written' },
    { type: 'xstate.done.actor.write', output: false, label: 'not written' },
  ]
  expect(pathsOf(createGatherMachine<number>(), events as never)).toMatchInlineSnapshot(`
    "⇒ "gathering"
    gather.cancel ⇒ "closed"
    rows.complete ⇒ "writing"
    rows.failed ⇒ "failed"
    rows.complete → not written ⇒ "ready""
  `)
})
