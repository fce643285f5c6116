import { beforeEach, expect, test } from 'vitest'
import { areUsageCounts } from '../../src/palette/usage.ts'
import { openStorage } from '../../src/state/browserStorage.ts'
import { createStore } from '../../src/state/storage.ts'
import { isOneOf, isText } from '../../src/state/storedShapes.ts'

/** A localStorage backed by a map. */
class Memory implements Storage {
  [name: string]: unknown
  #kept = new Map<string, string>()
  get length() {
    return this.#kept.size
  }
  clear = () => this.#kept.clear()
  getItem = (key: string) => this.#kept.get(key) ?? null
  key = (index: number) => [...this.#kept.keys()][index] ?? null
  removeItem = (key: string) => void this.#kept.delete(key)
  setItem = (key: string, value: string) => void this.#kept.set(key, value)
}

let local: Memory
beforeEach(() => {
  local = new Memory()
})

const keysIn = (storage: Storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index))

test('the specified keys have fixed names, all others have our prefix', () => {
  const store = createStore(openStorage(() => local))
  store.token.set('t')
  store.localeKey.set('en')
  store.permissions.set(['user', 'normal'])
  store.hasLogin.set('login')
  store.openConfig.set({ hiddenMenus: [], docUrl: null })
  store.systemConfig.set({
    mapsKey: '',
    mapsHosts: [],
    contactHighlight: {},
    smsHighlight: {},
    openConfig: { hiddenMenus: [], docUrl: null },
    sandbox: null,
    softphone: null,
  })
  store.detailPageInfo.set({ loanAppId: 'L1', contractNo: 'C1' })
  store.own('theme', isText).set('dark')
  expect(keysIn(local)).toEqual([
    'token',
    'currentLocaleKey',
    'antd-pro-authority',
    'hasLogin',
    'openConfig',
    'systemConfig',
    'detailPageInfo',
    'paydesk.theme',
  ])
})

test.each([
  [null, ['guest']],
  ['["user","normal"]', ['user', 'normal']],
  ['"normal"', ['normal']],
  ['normal', ['normal']],
  ['{', ['guest']],
  ['{}', ['guest']],
  ['[]', ['guest']],
  ['[1]', ['guest']],
])('permissions stored as %s are %j', (text, permissions) => {
  if (text !== null) local.setItem('antd-pro-authority', text)
  expect(createStore(openStorage(() => local)).permissions.get()).toEqual(permissions)
})

test('unreadable values count as absent', () => {
  for (const key of ['systemConfig', 'openConfig', 'detailPageInfo', 'paydesk.recents']) local.setItem(key, '{')
  const store = createStore(openStorage(() => local))
  expect([store.systemConfig.get(), store.openConfig.get(), store.detailPageInfo.get(), store.recents.list()]).toEqual([
    null,
    null,
    null,
    [],
  ])
})

test.each(['5', '"x"', '[]', '{"hiddenMenus":"payin","docUrl":null}'])(
  'values of another shape count as absent: %s',
  (text) => {
    for (const key of ['systemConfig', 'openConfig', 'paydesk.theme', 'paydesk.recents']) local.setItem(key, text)
    const store = createStore(openStorage(() => local))
    const theme = store.own('theme', isOneOf(['light', 'dark']))
    expect([store.systemConfig.get(), store.openConfig.get(), theme.get(), store.recents.list()]).toEqual([
      null,
      null,
      null,
      [],
    ])
  },
)

test('a stored configuration may lack what a gateway leaves out', () => {
  const openConfig = { hiddenMenus: ['simulation'] }
  const systemConfig = { mapsKey: null, mapsHosts: [], contactHighlight: {}, smsHighlight: {}, openConfig }
  local.setItem('openConfig', JSON.stringify(openConfig))
  local.setItem('systemConfig', JSON.stringify(systemConfig))
  const store = createStore(openStorage(() => local))
  expect([store.openConfig.get(), store.systemConfig.get()]).toEqual([openConfig, systemConfig])
  local.setItem('openConfig', JSON.stringify({ ...openConfig, docUrl: 5 }))
  local.setItem('systemConfig', JSON.stringify({ ...systemConfig, sandbox: 'yes' }))
  expect([store.openConfig.get(), store.systemConfig.get()]).toEqual([null, null])
})

test('work data is removed, preferences are kept', () => {
  const store = createStore(openStorage(() => local))
  store.recents.add({ kind: 'payin', id: '1', number: 'A' })
  store.own('usage', areUsageCounts).set({})
  // Whose work it was, and what of it.
  for (const work of ['drafts', 'filterWords', 'telephone', 'signInName', 'severalMerchants']) store.own(work, isText).set('x')
  store.own('theme', isText).set('dark')
  store.clearWork()
  expect(keysIn(local)).toEqual(['paydesk.theme'])
})

test('a logo too long to be kept leaves the name of its company', () => {
  const { company } = createStore(openStorage(() => local))
  for (const length of [100_000, 100_001]) {
    const logo = 'data:image/png;base64,'.padEnd(length, 'A')
    company.set({ name: 'Bank Nusantara', logo })
    expect(company.get()).toEqual({ name: 'Bank Nusantara', logo: length > 100_000 ? null : logo })
  }
  company.set(null)
  expect(company.get()).toBeNull()
})

const full = () => ({
  ...{ getItem: local.getItem, removeItem: local.removeItem },
  setItem() {
    throw new DOMException('full', 'QuotaExceededError')
  },
})
const forbidden = (): Storage => {
  throw new DOMException('forbidden', 'SecurityError')
}

test.each([
  ['full', full],
  ['forbidden', forbidden],
  ['absent', () => null],
])('a storage that is %s keeps values until the page is left, and says so', (_, open) => {
  local.setItem('token', 'old')
  const store = createStore(openStorage(open))
  store.token.set('new')
  store.own('theme', isText).set('dark')
  expect([store.token.get(), store.own('theme', isText).get()]).toEqual(['new', 'dark'])
  expect([store.isStored('token'), store.isStored('hasLogin'), store.hasRoom()]).toEqual([false, true, false])
  store.token.set(null)
  store.clearWork()
  expect([store.token.get(), store.isStored('token')]).toEqual([null, true])
  // The previous value does not come back with the next page.
  if (open === full) expect(local.getItem('token')).toBeNull()
  expect(createStore(openStorage(() => local)).hasRoom()).toBe(true)
})

test('a payin and a payout with the same id are two recent orders', () => {
  const { recents } = createStore(openStorage(() => local))
  for (const kind of ['payin', 'payout', 'payin'] as const) recents.add({ kind, id: '1', number: 'N1' })
  expect(recents.list().map(({ kind }) => kind)).toEqual(['payin', 'payout'])
})

test('the eleventh recent order leaves the nine newest; one that is opened again comes first', () => {
  const { recents } = createStore(openStorage(() => local))
  const add = (id: number) => recents.add({ kind: 'payin', id: String(id), number: `N${id}` })
  const ids = () => recents.list().map(({ id }) => Number(id))
  for (let id = 1; id <= 10; id++) add(id)
  expect(ids()).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  add(4)
  expect(ids()).toEqual([4, 10, 9, 8, 7, 6, 5, 3, 2, 1])
  add(11)
  expect(ids()).toEqual([11, 4, 10, 9, 8, 7, 6, 5, 3])
})
