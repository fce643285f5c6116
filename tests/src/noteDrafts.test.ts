import { expect, test } from 'vitest'
import { openStorage } from '../../src/state/browserStorage.ts'
import { areNoteDrafts, createNoteDrafts } from '../../src/state/noteDrafts.ts'
import { createStore } from '../../src/state/storage.ts'

/** The drafts of notes as pages of these accounts have them, one after the other in one browser. */
function browser() {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  const open = (account: string) =>
    createNoteDrafts(createStore(openStorage(() => storage)).own('notes', areNoteDrafts), account)
  return { open, values }
}

const draft = (text: string) => ({ text, idempotencyKey: `key of ${text}` })

test('an account finds its own drafts of notes only', () => {
  const { open, values } = browser()
  open('ana').keep('1', draft('called'))
  expect(open('ana').find('1')).toMatchObject(draft('called'))
  expect(open('budi').find('1')).toBeNull()
  open('budi').keep('2', draft('paid twice'))
  expect([open('budi').find('1'), open('budi').find('2')?.text]).toEqual([null, 'paid twice'])
  open('budi').keep('2', draft(''))
  expect([...values.keys()]).toEqual([])
})

test('the drafts of the last twenty orders are kept', () => {
  const drafts = browser().open('ana')
  for (let order = 1; order <= 21; order++) drafts.keep(String(order), draft(`note ${order}`))
  expect([drafts.find('1'), drafts.find('2')?.text, drafts.find('21')?.text]).toEqual([null, 'note 2', 'note 21'])
})
