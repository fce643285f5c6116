import { expect, test } from 'vitest'
import { ASSIGNEE_PATTERN, NOTE_PATTERN } from '#contract/rows/notes.ts'

test('a note has something to read and no control characters but line breaks', () => {
  const accepted = ['a', ' called the bank ', 'first\nsecond', '已联系']
  const refused = ['', ' \n ', 'a\tb', 'a\rb', 'a\u0000', 'bell\u0007', '\u0085', 'a\u009b']
  expect(accepted.filter((text) => !NOTE_PATTERN.test(text))).toEqual([])
  expect(refused.filter((text) => NOTE_PATTERN.test(text))).toEqual([])
})

test('an assigned account is a sign-in name, the caller or none', () => {
  expect(['ME', 'NONE', 'ops.team', 'a_b@shop.id'].filter((name) => !ASSIGNEE_PATTERN.test(name))).toEqual([])
  expect(['', 'ab', 'Me', 'Ops', 'none of them', 'x/y/z'].filter((name) => ASSIGNEE_PATTERN.test(name))).toEqual([])
})
