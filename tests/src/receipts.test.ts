import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { createReceipts } from '../../src/state/receipts.ts'
import { provideIndexedDb } from '../indexedDb.ts'

provideIndexedDb()

/** Receipts of a browser, as a page has them. */
function browser() {
  const factory = new IDBFactory()
  const newPage = () => createReceipts(factory)
  const kept = async (forms: readonly string[]) => {
    const page = newPage()
    const found = await Promise.all(forms.map(async (form) => ((await page.get(form)) === '' ? [] : [form])))
    return found.flat()
  }
  return { newPage, kept }
}

test('a receipt is found by a later page, and an empty one is none', async () => {
  const { newPage } = browser()
  newPage().set('M1 T1', 'data:image/png;base64,AAAA')
  const page = newPage()
  expect(await page.get('M1 T1')).toBe('data:image/png;base64,AAAA')
  page.set('M1 T1', '')
  expect(await newPage().get('M1 T1')).toBe('')
})

test.for([[[]], [['b']], [['d', 'b', 'b']], [['a', 'b', 'c', 'd', 'e']], [['0', 'bb', 'z']]])(
  'of the receipts a to e only %s are kept, whatever page has written them',
  async ([forms]) => {
    const { newPage, kept } = browser()
    const all = ['a', 'b', 'c', 'd', 'e']
    const page = newPage()
    for (const form of ['c', 'e', 'a']) page.set(form, 'data:,1')
    for (const form of ['d', 'b']) newPage().set(form, 'data:,1')
    expect(await kept(all)).toEqual(all)
    await page.keepOnly(() => forms!)
    expect(await kept(all)).toEqual(all.filter((form) => forms!.includes(form)))
  },
)

test('removal is one step: a receipt chosen before it goes, one chosen after it stays', async () => {
  const { newPage, kept } = browser()
  const page = newPage()
  page.set('M1 T1', 'data:,1')
  const removed = page.keepOnly(() => [])
  page.set('M1 T1', 'data:,2')
  await removed
  expect(await newPage().get('M1 T1')).toBe('data:,2')
  await page.keepOnly(() => [])
  expect(await kept(['M1 T1'])).toEqual([])
})

test('without IndexedDB there are no receipts, and removing them ends', async () => {
  const page = createReceipts(undefined)
  page.set('M1 T1', 'data:,1')
  await page.keepOnly(() => [])
  expect(await page.get('M1 T1')).toBe('')
})
