import { expect, test } from 'vitest'
import { ApiError } from '../../src/api/errors.ts'
import { openStorage } from '../../src/state/browserStorage.ts'
import { createMarks } from '../../src/state/marks.ts'
import { createStore } from '../../src/state/storage.ts'
import { isText } from '../../src/state/storedShapes.ts'

/** A browser whose storage has room for this many characters. */
function browserWithRoom(room: number) {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      const others = [...values].filter(([other]) => other !== key).reduce((sum, [, { length }]) => sum + length, 0)
      if (others + value.length > room) throw new DOMException('full', 'QuotaExceededError')
      values.set(key, value)
    },
    removeItem: (key: string) => void values.delete(key),
  }
  const shown: string[] = []
  return {
    shown,
    storage,
    /** The marks as a page of this account has them. */
    open(account: string) {
      const store = createStore(openStorage(() => storage))
      store.own('signInName', isText).set(account)
      return createMarks({
        api: {} as never,
        features: { has: () => false } as never,
        store,
        i18n: { t: (key: string) => key } as never,
        toasts: { show: ({ text }: { text: string }) => shown.push(text) } as never,
      })
    },
  }
}

test('a mark that finds no room is refused, and the marks of all accounts stay', async () => {
  const { open, storage, shown } = browserWithRoom(300)
  await open('ana').set('1', { review: 'DISCREPANT', note: '500 short' })
  const marks = open('budi')
  await marks.set('2', { review: 'RECONCILED' })
  storage.setItem('paydesk.recents', 'x'.repeat(180))
  await expect(marks.set('3', { review: 'RECONCILED' })).rejects.toThrow(ApiError)
  await expect(marks.set('3', { review: 'RECONCILED' }, { quiet: true })).rejects.toThrow('review.full')
  expect(shown).toEqual(['review.keptHere', 'review.full'])
  // Also after the page was left.
  expect([marks.kept(), open('budi').kept(), open('ana').kept()]).toEqual([
    { 2: 'RECONCILED' },
    { 2: 'RECONCILED' },
    { 1: 'DISCREPANT' },
  ])
  storage.removeItem('paydesk.recents')
  await open('budi').set('3', { review: 'RECONCILED' })
  expect(marks.kept()).toEqual({ 2: 'RECONCILED', 3: 'RECONCILED' })
})

test('of more marks than fit, the newest are kept', async () => {
  const { open, storage } = browserWithRoom(10_000_000)
  const ids = Array.from({ length: 5_000 }, (_, n) => `26113008153000${10_000 + n}`)
  storage.setItem('paydesk.marks', JSON.stringify({ ana: Object.fromEntries(ids.map((id) => [id, { review: 'RECONCILED' }])) }))
  const marks = open('ana')
  await marks.set('2611300900000000001', { review: 'RECONCILED' })
  expect(Object.keys(marks.kept())).toEqual([...ids.slice(1), '2611300900000000001'])
})
