import { expect, test } from 'vitest'
import {
  createSavingMachine,
  type SaveOutcome,
  type SavingContext,
  type SavingEvent,
  type SavingKind,
} from '#machines/settings/savingMachine.ts'
import { pathsOf } from './paths.ts'

interface Typed {
  text: string
}

const kind = (more: Partial<SavingKind<string, Typed>> = {}): SavingKind<string, Typed> => ({
  open: (stored) => ({ text: stored ?? '' }),
  check: ({ text }): Record<string, string> => (text === '' ? { text: 'rule.required' } : {}),
  confirms: false,
  ...more,
})

type Labelled = SavingEvent<string, Typed>
const done = (actor: string, label: string, output: unknown) =>
  ({ type: `xstate.done.actor.${actor}`, output, label: `${actor} ${label}` }) as unknown as Labelled
const failed = (actor: string) =>
  ({ type: `xstate.error.actor.${actor}`, error: new Error('no answer'), label: `${actor} failed` }) as unknown as Labelled
const refused = (code: string, fields = {}): SaveOutcome<string> => ({
  kind: 'refused',
  code,
  message: 'no',
  fields,
  isDefinitive: code !== 'errorPwd',
})

const events: Labelled[] = [
  { type: 'values.edit', values: { text: 'new' } },
  { type: 'values.edit', values: { text: '' } },
  { type: 'form.submit' },
  { type: 'warning.accept' },
  { type: 'form.back' },
  { type: 'form.confirm', password: 'secret' },
  { type: 'form.again' },
  { type: 'form.retry' },
  { type: 'stored.look' },
  done('load', 'answered', 'old'),
  failed('load'),
  done('save', 'accepted', { kind: 'saved', saved: 'new' }),
  done('save', 'refused', refused('VALIDATION_FAILED', { text: 'rule.taken' })),
  done('save', 'refused the password', refused('errorPwd')),
  failed('save'),
  done('look', 'answered', 'other'),
  failed('look'),
]

const world = () => {
  const keys = ['first']
  return { newIdempotencyKey: () => keys.pop() ?? 'another' }
}

const facts = ({ values, faults, looked, idempotencyKey: key, isInDoubt }: SavingContext<string, Typed, string>) =>
  [
    `"${values.text}"`,
    Object.values(faults)[0],
    looked && 'looked',
    isInDoubt && 'in doubt',
    key === 'another' && 'another change',
  ]
    .filter(Boolean)
    .join(' ')

const kept = (paths: string, state: RegExp) => paths.split('\n').filter((line) => state.test(line))

test('a valid change is sent, and the typed values survive any outcome but success', () => {
  const paths = pathsOf(createSavingMachine<string, Typed, string>(kind()), events, world(), facts)
  const first = paths.split('\n').filter((line) => !/looked|another/.test(line))
  expect(first.join('\n')).toMatchInlineSnapshot(`
    "⇒ "loading" ""
    load answered ⇒ "editing" "old"
    load failed ⇒ "failed" ""
    load answered → values.edit ⇒ "editing" "new"
    load answered → values.edit ⇒ "editing" ""
    load answered → form.submit ⇒ "submitting" "old"
    load answered → values.edit → form.submit ⇒ "submitting" "new"
    load answered → values.edit → form.submit ⇒ "editing" "" rule.required
    load answered → form.submit → save accepted ⇒ "saved" "old"
    load answered → form.submit → save failed ⇒ "unknown" "old" in doubt
    load answered → values.edit → form.submit → save accepted ⇒ "saved" "new"
    load answered → values.edit → form.submit → save failed ⇒ "unknown" "new" in doubt
    load answered → form.submit → save failed → form.retry ⇒ "submitting" "old" in doubt
    load answered → form.submit → save failed → stored.look ⇒ "looking" "old" in doubt
    load answered → values.edit → form.submit → save failed → form.retry ⇒ "submitting" "new" in doubt
    load answered → values.edit → form.submit → save failed → stored.look ⇒ "looking" "new" in doubt"
  `)
  expect(kept(paths, /"editing" "new" looked$/)).toMatchInlineSnapshot(`
    [
      "load answered → values.edit → form.submit → save failed → stored.look → look answered ⇒ "editing" "new" looked",
    ]
  `)
})

test('a change with confirmation is never sent without the password, and a wrong password is asked for again', () => {
  const paths = pathsOf(createSavingMachine<string, Typed, string>(kind({ confirms: true })), events, world(), facts)
  expect(
    paths
      .split('\n')
      .filter((line) => !/looked|another/.test(line))
      .join('\n'),
  ).toMatchInlineSnapshot(`
    "⇒ "loading" ""
    load answered ⇒ "editing" "old"
    load failed ⇒ "failed" ""
    load answered → values.edit ⇒ "editing" "new"
    load answered → values.edit ⇒ "editing" ""
    load answered → form.submit ⇒ "confirming" "old"
    load answered → values.edit → form.submit ⇒ "confirming" "new"
    load answered → values.edit → form.submit ⇒ "editing" "" rule.required
    load answered → form.submit → form.confirm ⇒ "submitting" "old"
    load answered → values.edit → form.submit → form.confirm ⇒ "submitting" "new"
    load answered → form.submit → form.confirm → save accepted ⇒ "saved" "old"
    load answered → form.submit → form.confirm → save failed ⇒ "unknown" "old" in doubt
    load answered → values.edit → form.submit → form.confirm → save accepted ⇒ "saved" "new"
    load answered → values.edit → form.submit → form.confirm → save failed ⇒ "unknown" "new" in doubt
    load answered → form.submit → form.confirm → save failed → form.retry ⇒ "confirming" "old" in doubt
    load answered → form.submit → form.confirm → save failed → stored.look ⇒ "looking" "old" in doubt
    load answered → values.edit → form.submit → form.confirm → save failed → form.retry ⇒ "confirming" "new" in doubt
    load answered → values.edit → form.submit → form.confirm → save failed → stored.look ⇒ "looking" "new" in doubt
    load answered → form.submit → form.confirm → save failed → form.retry → form.confirm ⇒ "submitting" "old" in doubt
    load answered → values.edit → form.submit → form.confirm → save failed → form.retry → form.confirm ⇒ "submitting" "new" in doubt"
  `)
  expect(kept(paths, /⇒ "submitting"/).every((line) => /form\.confirm ⇒/.test(line))).toBe(true)
})

test('a change that would lock the user out is warned about first', () => {
  const warning = createSavingMachine<string, Typed, string>(kind({ confirms: true, warns: ({ text }) => text === 'new' }))
  const paths = pathsOf(warning, events, world(), facts)
  expect(
    kept(paths, /⇒ "(warned|confirming)"/)
      .filter((line) => !/looked|another/.test(line))
      .join('\n'),
  ).toMatchInlineSnapshot(`
    "load answered → form.submit ⇒ "confirming" "old"
    load answered → values.edit → form.submit ⇒ "warned" "new"
    load answered → values.edit → form.submit → warning.accept ⇒ "confirming" "new"
    load answered → form.submit → form.confirm → save failed → form.retry ⇒ "confirming" "old" in doubt
    load answered → values.edit → form.submit → warning.accept → form.confirm → save failed → form.retry ⇒ "confirming" "new" in doubt"
  `)
})

test('a field is validated when it is left, even if it is empty', () => {
  const judging = createSavingMachine<string, Typed, string>(
    kind({
      check: ({ text }): Record<string, string> =>
        text === 'new' ? { text: 'rule.format' } : text === '' ? { text: 'rule.required' } : {},
    }),
  )
  const leaving: Labelled[] = [...events.slice(0, 2), { type: 'field.leave', name: 'text' }, done('load', 'answered', 'old')]
  expect(pathsOf(judging, leaving, world(), facts)).toMatchInlineSnapshot(`
    "⇒ "loading" ""
    load answered ⇒ "editing" "old"
    load answered → values.edit ⇒ "editing" "new"
    load answered → values.edit ⇒ "editing" ""
    load answered → values.edit → field.leave ⇒ "editing" "new" rule.format
    load answered → values.edit → field.leave ⇒ "editing" "" rule.required"
  `)
})

test('a change sent before a reload is in doubt again, and is retried under its own key', () => {
  const restored: Labelled[] = [
    ...events.filter(({ type }) => !/^(values|form\.(back|again)|warning\.accept)/.test(type)),
    { type: 'form.restore', values: { text: 'kept' }, sent: 'before' },
    done('save', 'refused unheard', { ...refused('UNAUTHENTICATED'), isSettled: false }),
  ]
  const ofKey = (context: SavingContext<string, Typed, string>) => `${facts(context)} ${context.idempotencyKey}`
  const paths = (confirms: boolean) =>
    kept(pathsOf(createSavingMachine<string, Typed, string>(kind({ confirms })), restored, world(), ofKey), /"kept".* before$/)
  expect(paths(false)).toMatchInlineSnapshot(`
    [
      "load answered → form.restore ⇒ "unknown" "kept" in doubt before",
      "load answered → form.restore → form.retry ⇒ "submitting" "kept" in doubt before",
      "load answered → form.restore → stored.look ⇒ "looking" "kept" in doubt before",
      "load answered → form.restore → form.retry → save accepted ⇒ "saved" "kept" before",
      "load answered → form.restore → stored.look → look answered ⇒ "editing" "kept" looked before",
      "load answered → form.restore → stored.look → look answered → form.submit ⇒ "submitting" "kept" looked before",
      "load answered → form.restore → stored.look → look answered → form.restore ⇒ "unknown" "kept" looked in doubt before",
      "load answered → form.restore → stored.look → look answered → form.submit → save accepted ⇒ "saved" "kept" looked before",
      "load answered → form.restore → stored.look → look answered → form.restore → form.retry ⇒ "submitting" "kept" looked in doubt before",
      "load answered → form.restore → stored.look → look answered → form.restore → stored.look ⇒ "looking" "kept" looked in doubt before",
    ]
  `)
  expect(paths(true)).toMatchInlineSnapshot(`
    [
      "load answered → form.restore ⇒ "unknown" "kept" in doubt before",
      "load answered → form.restore → form.retry ⇒ "confirming" "kept" in doubt before",
      "load answered → form.restore → stored.look ⇒ "looking" "kept" in doubt before",
      "load answered → form.restore → form.retry → form.confirm ⇒ "submitting" "kept" in doubt before",
      "load answered → form.restore → stored.look → look answered ⇒ "editing" "kept" looked before",
      "load answered → form.restore → form.retry → form.confirm → save accepted ⇒ "saved" "kept" before",
      "load answered → form.restore → stored.look → look answered → form.submit ⇒ "confirming" "kept" looked before",
      "load answered → form.restore → stored.look → look answered → form.restore ⇒ "unknown" "kept" looked in doubt before",
      "load answered → form.restore → stored.look → look answered → form.submit → form.confirm ⇒ "submitting" "kept" looked before",
      "load answered → form.restore → stored.look → look answered → form.restore → form.retry ⇒ "confirming" "kept" looked in doubt before",
      "load answered → form.restore → stored.look → look answered → form.restore → stored.look ⇒ "looking" "kept" looked in doubt before",
      "load answered → form.restore → stored.look → look answered → form.submit → form.confirm → save accepted ⇒ "saved" "kept" looked before",
      "load answered → form.restore → stored.look → look answered → form.restore → form.retry → form.confirm ⇒ "submitting" "kept" looked in doubt before",
    ]
  `)
})

test('a change that cannot be repeated exactly, because a secret is not stored, is only looked up', () => {
  const secretive = createSavingMachine<string, Typed, string>(
    kind({ check: ({ text }): Record<string, string> => (text === 'kept' ? { password: 'rule.required' } : {}) }),
  )
  const restored: Labelled[] = [...events, { type: 'form.restore', values: { text: 'kept' }, sent: 'before' }]
  expect(kept(pathsOf(secretive, restored, world(), facts), /form\.restore → form\.retry/)).toEqual([])
})
