import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { composerMachine, type NoteDraft, type NoteOutcome } from '#machines/notes/composerMachine.ts'

/** A composer whose requests are answered by the test. */
function compose(draft: NoteDraft | null = null) {
  const sent: NoteDraft[] = []
  const kept: string[] = []
  const said: string[] = []
  let answer: (outcome: NoteOutcome) => void = () => {}
  let keys = 0
  const machine = composerMachine.provide({
    actors: {
      addNote: fromPromise(({ input }) => {
        sent.push(input)
        return new Promise<NoteOutcome>((resolve) => (answer = resolve))
      }),
    },
    actions: { keepDraft: (_, { text }) => kept.push(text), tellAdded: () => said.push('added') },
  })
  const actor = createActor(machine, { input: { draft, newKey: () => `key ${++keys}` } }).start()
  return {
    sent,
    kept,
    said,
    write: (text: string) => actor.send({ type: 'note.write', text }),
    add: () => actor.send({ type: 'note.add' }),
    async answer(outcome: NoteOutcome) {
      answer(outcome)
      await Promise.resolve()
      await Promise.resolve()
    },
    now: () => ({ at: actor.getSnapshot().value, ...actor.getSnapshot().context, newKey: undefined }),
  }
}

test('an added note empties the box and its draft', async () => {
  const { write, add, answer, now, kept, said, sent } = compose()
  write('called')
  add()
  expect(now()).toMatchObject({ at: 'adding', text: 'called' })
  await answer({ kind: 'added' })
  expect(now()).toMatchObject({ at: 'writing', text: '', failure: null })
  expect([kept, said, sent.map(({ text }) => text)]).toEqual([['called', ''], ['added'], ['called']])
})

test('without an answer the same request is repeated; after a refusal or a change it is another one', async () => {
  const { write, add, answer, now, sent } = compose()
  write('called')
  add()
  await answer({ kind: 'unknown' })
  expect(now()).toMatchObject({ at: 'writing', text: 'called', failure: { kind: 'unknown' } })
  add()
  await answer({ kind: 'refused', message: 'no' })
  expect(now().failure).toEqual({ kind: 'refused', message: 'no' })
  add()
  await answer({ kind: 'unknown' })
  write('called twice')
  expect(now().failure).toBeNull()
  add()
  const [first, second, third, fourth] = sent.map(({ idempotencyKey }) => idempotencyKey)
  expect(second).toBe(first)
  expect(new Set([first, third, fourth]).size).toBe(3)
})

test('nothing is sent while the text is empty, too long or on its way, and a kept draft keeps its key', () => {
  const { write, add, sent } = compose({ text: 'kept', idempotencyKey: 'former' })
  for (const text of ['', '  ', 'x'.repeat(501)]) {
    write(text)
    add()
  }
  expect(sent).toEqual([])
  const other = compose({ text: 'kept', idempotencyKey: 'former' })
  other.add()
  other.add()
  expect(other.sent).toEqual([{ text: 'kept', idempotencyKey: 'former' }])
})
