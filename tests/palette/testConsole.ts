import { createStore as createAtoms } from 'jotai'
import { createActor } from 'xstate'
import type { AppScope } from '#commands/appScope.ts'
import { commands } from '#commands/index.ts'
import type { Message } from '#commands/message.ts'
import { createRegistry } from '#commands/registry.ts'
import type { OrderIdentity } from '#commands/rows/rowRef.ts'
import type { Scope } from '#commands/scope.ts'
import { type AccountKind, GUEST } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import { FEATURES, type Feature } from '#contract/features.ts'
import type { FoundRows } from '#contract/rows/lookup.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import type { LookupQuery } from '#contract/shapes/lookup.ts'
import type { Locale } from '#locales/messages.ts'
import { holdMachine } from '#machines/money/holdMachine.ts'
import { noticesMachine } from '#machines/notices/noticesMachine.ts'
import { optionsMachine } from '#machines/options/optionsMachine.ts'
import { sessionMachine } from '#machines/session/sessionMachine.ts'
import { createAnnouncer } from '../../src/announce.ts'
import { createApi } from '../../src/api/client.ts'
import { createCallReaders } from '../../src/api/readers/laterReaders.ts'
import { createReplyReader } from '../../src/api/readers/readReply.ts'
import { createI18n } from '../../src/i18n.ts'
import { listenToKeys } from '../../src/keyboard/listenToKeys.ts'
import { createKeyQueue } from '../../src/keyboard/queue/keyQueue.ts'
import { createTypeAhead } from '../../src/keyboard/typeAhead.ts'
import { createDesktop } from '../../src/notices/desktop.ts'
import { createToasts } from '../../src/notices/toasts.ts'
import { startPalette } from '../../src/palette/commandRuntime.ts'
import { createLazyRuns } from '../../src/runs/lazyRuns.ts'
import { createTelephone } from '../../src/softphone/telephone.ts'
import { createActiveScopes } from '../../src/state/activeScopes.ts'
import { createValue } from '../../src/state/atoms.ts'
import { openStorage } from '../../src/state/browserStorage.ts'
import { watchConnection } from '../../src/state/connection.ts'
import { createFeatures } from '../../src/state/features.ts'
import { createFormDrafts } from '../../src/state/formDrafts.ts'
import { areProgresses, createGettingStarted } from '../../src/state/gettingStarted.ts'
import { createHashLocation } from '../../src/state/location.ts'
import { createMarks } from '../../src/state/marks.ts'
import { createPeople } from '../../src/state/people.ts'
import { createPreferences } from '../../src/state/preferences.ts'
import { createReceipts } from '../../src/state/receipts.ts'
import { createSavedViews } from '../../src/state/savedViews.ts'
import { createStore } from '../../src/state/storage.ts'
import { isList, isListOf, isText } from '../../src/state/storedShapes.ts'
import { createUndoStack } from '../../src/state/undoStack.ts'
import type { Console } from '../../src/useConsole.tsx'
import { permissionsFor } from '../accounts.ts'
import { liveRegions } from '../liveRegions.ts'
import { createFakeList } from './fakeList.tsx'

export interface TestConsoleOptions {
  as?: AccountKind | 'guest'
  locale?: Locale
  /** Orders at the gateway. */
  orders?: readonly PayOrder[]
  usdtOrders?: readonly PayOrder[]
  payouts?: readonly PayOrder[]
  /** Rows of every movement list. */
  records?: readonly PayOrder[]
  /** Orders of the open list; null opens none. */
  listed?: readonly PayOrder[] | null
  listedKind?: 'payin' | 'payout'
  recents?: readonly OrderIdentity[]
  hiddenMenus?: readonly string[]
  /** Features that the gateway lacks. By default numbers are not looked up in one call, and each list is searched. */
  without?: readonly Feature[]
}

/** A call received by the gateway. */
export interface RecordedCall {
  path: string
  input: Record<string, string>
  answer(): void
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** A console of the real parts, with an optional open list and a fake gateway with a few orders. */
export async function createTestConsole({
  as = 'normal',
  locale = 'en',
  orders = [],
  usdtOrders = [],
  payouts = [],
  records = [],
  listed = null,
  listedKind = 'payin',
  recents = [],
  hiddenMenus = [],
  without = ['lookup'],
}: TestConsoleOptions = {}) {
  localStorage.clear()
  window.location.hash = '#/transaction/payin'
  const did: string[] = []
  const toasts: Message[] = []
  const seen: RecordedCall[] = []
  const gateway = { holds: false, fails: false }
  let keys = 0
  const permissions = as === 'guest' ? GUEST : permissionsFor(as)
  const clock = { now: () => Date.now() }
  const atoms = createAtoms()
  const activeScopes = createActiveScopes(atoms)
  const store = createStore(openStorage(() => localStorage))
  const location = createHashLocation(window)
  const i18n = createI18n({ with: ['desk', 'commands'] })
  const connection = watchConnection(gatewayFetch)
  await i18n.use(locale)
  for (const order of [...recents].reverse()) store.recents.add(order)

  /** Responds like the gateway; with `gateway.holds` the test decides when. */
  async function gatewayFetch(address: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(address), 'http://desk.test')
    const body = typeof init.body === 'string' ? init.body : ''
    const sent = body.startsWith('{') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
    const input = { ...Object.fromEntries(url.searchParams), ...sent }
    const held = Promise.withResolvers<void>()
    seen.push({ path: url.pathname, input, answer: () => held.resolve() })
    if (gateway.holds) {
      init.signal?.addEventListener('abort', () => held.reject(init.signal?.reason))
      await held.promise
    }
    if (gateway.fails) throw new TypeError('offline')
    return json(answerTo(url.pathname, input))
  }

  function lookUp(rounds: LookupQuery['rounds']): FoundRows[] {
    const found = rounds.map((round) =>
      round.flatMap(({ list, ...number }): FoundRows[] => {
        const { item } = answerTo(calls[list].path, number as Record<string, string>) as { item: FoundRows['rows'] }
        return item.length === 0 ? [] : [{ list, rows: item }]
      }),
    )
    return found.find(({ length }) => length > 0) ?? []
  }

  function answerTo(path: string, input: Record<string, string>): unknown {
    if (path === calls.lookUp.path) return { status: 'ok', item: lookUp((input as unknown as LookupQuery).rounds) }
    if (path.endsWith('/notify')) return { status: 'ok', item: notified }
    if (path === '/api/account/info') return { status: 'ok', item: balance }
    if (/\/transaction\/payin\/[^/]+$/.test(path)) return { status: 'ok', item: { ...orders[0], status: 'CLOSED' } }
    if (path === '/api/simulation/payin')
      return { status: 'ok', item: { before: 'PENDING', order: { ...orders[0], status: 'SUCCESS' } } }
    if (path === '/api/transaction/vanumber') {
      return { status: 'ok', item: orders.filter(({ accountNumber }) => accountNumber === input.accountNumber) }
    }
    if (path.includes('/transaction/merchant-')) return { status: 'ok', item: records.filter((one) => isMeant(one, input)) }
    const theirs = path.endsWith('/payout') ? payouts : path.includes('usdt') ? usdtOrders : orders
    const rows = theirs.filter((order) => isMeant(order, input))
    return { status: 'ok', item: rows, paginator: { page: 1, limit: 10, offset: 0, totalCount: rows.length } }
  }

  const features = createFeatures(store.own('features', isListOf(isText)))
  features.announce(FEATURES.filter((feature) => !without.includes(feature)))
  const api = createApi({
    fetch: connection.fetch,
    origin: 'http://desk.test',
    features,
    token: () => 'token',
    language: () => locale,
    systemConfig: () => null,
    clock: { ...clock, compare() {} },
    newIdempotencyKey: () => `key ${++keys}`,
    failureText: (code) => code,
    effects: {
      notify: ({ code }) => did.push(`failed ${code}`),
      clearCookies: () => {},
      logout: () => did.push('logout'),
      redirect: () => {},
    },
  })
  const readers = createCallReaders('IDR')
  api.readWith((call) => createReplyReader(call, readers.get(call)))

  const list = listed === null ? null : createFakeList(listed, listedKind)
  if (list !== null) activeScopes.enter('list', list.scope)

  const note =
    (name: string) =>
    (...given: unknown[]) =>
      void did.push([name, ...given.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))].join(' '))
  const texts = { SUCCESS: 'Success', PENDING: 'Pending', CLOSED: 'Closed' }
  let characterKeys = true
  const undo = createUndoStack({ atoms, clock })
  const views = createSavedViews({ api, local: store.own('views', isList), tell: ({ code }) => did.push(`failed ${code}`) })

  const notes = createToasts(clock)
  const marks = createMarks({ api, features, store, i18n, toasts: notes })

  const app: AppScope = {
    get locale() {
      return i18n.locale
    },
    get characterKeys() {
      return characterKeys
    },
    keysFor: (command) => console_.preferences.keymap.get().keysFor(command),
    gettingStarted: null,
    hasNotices: false,
    hasHeldMovement: false,
    hasUnfinishedRun: false,
    noticeTypes: [],
    people: [
      { username: 'demo', name: 'Toko Satu', merchantNo: null },
      { username: 'branch', name: 'Toko Dua', merchantNo: null },
    ],
    desktopNotices: 'default',
    documentAddress: '/docs/',
    telephone: 'off',
    theme: 'system',
    get recents() {
      return store.recents.list()
    },
    isPasscodeOn: null,
    isSimulationOn: true,
    screenReaderMode: false,
    verbosity: 'full',
    exported: null,
    rememberExport: note('rememberExport'),
    get views() {
      return views.all
    },
    get undoLabel() {
      return undo.undoable
    },
    get redoLabel() {
      return undo.redoable
    },
    get repeatLabel() {
      const { last } = console_.runner
      return last === null ? null : ([last.title] as const)
    },
    options: () => Object.entries(texts).map(([key, value]) => ({ key, value })),
    days: (range) => ({ startDate: `start of ${range}`, endDate: `end of ${range}` }),
    go: note('go'),
    goTo: note('goTo'),
    back: note('back'),
    openLink: note('openLink'),
    openDocument: note('openDocument'),
    openRow: ({ kind, number }, how) => note('openRow')(kind, number, ...(how === undefined ? [] : [how])),
    signOut: note('signOut'),
    setLocale: (next) => i18n.use(next),
    setTheme: note('setTheme'),
    toggleSidebar: note('toggleSidebar'),
    setCharacterKeys: (on) => {
      characterKeys = on
    },
    setChordLimit: (limit) => console_.chord.send({ type: 'limit.set', limit }),
    setScreenReaderMode: note('setReadsAloud'),
    setVerbosity: note('setVerbosity'),
    changeView: views.change,
    saveMark: (id, mark) => marks.set(id, mark),
    loadRuns: async () => ({ untouched: async (rows) => rows }),
    pushUndo: undo.push,
    undo: async () => void (await undo.undo()),
    redo: async () => void (await undo.redo()),
    repeat: () => console_.runner.repeat(),
    openPalette: (mode) => console_.palette.send({ type: 'palette.open', mode }),
    togglePalette: () => console_.palette.send({ type: 'palette.toggle' }),
    openShortcuts: note('openShortcuts'),
    openAbout: note('openAbout'),
    openNotices: note('openNotices'),
    openSubMerchant: note('openSubMerchant'),
    openLog: note('openLog'),
    openReconcile: note('openReconcile'),
    showUploadedReceipt: ({ number }) => note('showHandedIn')(number),
    openSoftphone: note('openSoftphone'),
    switchTelephone: async (on) => note('switchTelephone')(on),
    controlTelephone: note('tellTelephone'),
    showReceipt: ({ platOrderNo }) => note('showReceipt')(platOrderNo),
    cancelHeldMovement: note('takeBack'),
    continueRun: note('continueRun'),
    fetchNotices: note('fetchNotices'),
    clearNotices: note('clearNotices'),
    askForDesktopNotices: async () => 'denied',
    reloadOptions: async () => note('reloadOptions')(),
    escape: () => void (activeScopes.escape() || did.push('escape')),
    copy: async (text) => note('copy')(text),
    toast: (said) => void toasts.push(said),
  }
  const scope: Scope = {
    permissions,
    hiddenMenus,
    hasFeature: features.has,
    route: null,
    get list() {
      return activeScopes.list
    },
    get form() {
      return activeScopes.form
    },
    get detail() {
      return activeScopes.detail
    },
    get dashboard() {
      return activeScopes.dashboard
    },
    get reconcile() {
      return activeScopes.reconcile
    },
    app,
    get idempotencyKey() {
      return api.newIdempotencyKey()
    },
    call: (call, input, options) => api.call(call, input, options),
    download: async (call, input) => note('download')(call.path, input),
  }
  const registry = createRegistry(commands)
  const regions = liveRegions()
  const announcer = createAnnouncer(regions)
  const preferences = createPreferences(store, atoms, window)
  const started = startPalette(registry, { activeScopes, api, clock, i18n, preferences, scope: () => scope }, document)
  const gettingStarted = createGettingStarted({
    atoms,
    stored: store.own('gettingStarted', areProgresses),
    account: 'demo',
    scope: () => scope,
  })
  const commandRuntime = { registry, ...started, gettingStarted, listen: () => listenToKeys(console_, window, false) }
  const console_: Console = {
    atoms,
    features,
    openConfig: createValue(atoms, { hiddenMenus: [...hiddenMenus] }),
    readsAloud: createValue(atoms, false),
    undo,
    views,
    marks,
    people: createPeople({ api, atoms, features }),
    runs: createLazyRuns(atoms, () => console_),
    fetchAhead: () => () => {},
    ...started,
    commandRuntime: {
      current: commandRuntime,
      isAwaited: false,
      subscribe: () => () => {},
      fetch: async () => commandRuntime,
      whenLoaded: (act) => act(commandRuntime),
    },
    typeAhead: createTypeAhead(),
    keyQueue: createKeyQueue(document),
    api,
    i18n,
    store,
    location,
    permissions,
    registry,
    announcer,
    toasts: notes,
    preferences,
    activeScopes,
    session: createActor(sessionMachine, { input: { isSignedIn: as !== 'guest' } }),
    options: createActor(optionsMachine),
    formDrafts: createFormDrafts(store, createReceipts(undefined), 'tab'),
    hold: createActor(holdMachine, { input: { now: clock.now, newIdempotencyKey: () => 'key' } }),
    notices: createActor(noticesMachine),
    live: { subscribe: () => () => {} },
    telephone: createTelephone({
      atoms,
      store,
      permissions,
      announcer,
      toasts: notes,
      i18n,
      desktop: createDesktop({ addEventListener: () => {}, focus: () => {} }),
      locks: undefined,
    }),
    connection,
    clock,
    tabStorage: openStorage(() => sessionStorage),
    isEnded: false,
    failedPage: () => null,
    setLocale: i18n.use,
    scope: () => scope,
  }

  return {
    console: console_,
    list,
    /** Effects outside of the console and the list. */
    did,
    toasts,
    seen,
    gateway,
    regions,
  }
}

const isMeant = (order: PayOrder, { orderNo, orderTail, payOrderNo }: Record<string, string>): boolean => {
  const numbers = [order.platOrderNo, order.merchantOrderNo, order.payOrderNo ?? '']
  if (payOrderNo !== undefined) return order.payOrderNo === payOrderNo
  if (orderNo !== undefined) return numbers.includes(orderNo)
  return (
    orderTail === undefined || numbers.slice(0, 2).some((number) => number?.toLowerCase().endsWith(orderTail.toLowerCase()))
  )
}

const notified = {
  id: '1',
  notifyStatus: 'SUCCESS',
  notifyAttempts: 2,
  lastNotifyTime: null,
  responseMessage: null,
  attempt: { outcome: 'ACKNOWLEDGED', status: 200, latency: 84, error: null },
}

const balance = {
  currency: 'IDR',
  available: '1234567.50',
  total: '2000000.00',
  payinFreeze: '0.00',
  payoutFreeze: '765432.50',
}
