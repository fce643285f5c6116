import { createStore as createAtoms } from 'jotai'
import { createActor, fromPromise } from 'xstate'
import { isSignedIn, kindsOf } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import type { OptionTexts } from '#contract/options.ts'
import type { LiveKind } from '#contract/rows/changes.ts'
import type { Merchant } from '#contract/rows/merchants.ts'
import type { Notice } from '#contract/rows/notices.ts'
import { noticesMachine } from '#machines/notices/noticesMachine.ts'
import { optionsMachine } from '#machines/options/optionsMachine.ts'
import { firstReaders } from '../../api/readers/firstReaders.ts'
import { createReplyReaders } from '../../api/readers/readReply.ts'
import { setDateLocale } from '../../format/dateLocale.ts'
import { LOCALES } from '../../i18n.ts'
import { createKeyQueue } from '../../keyboard/queue/keyQueue.ts'
import { createTypeAhead } from '../../keyboard/typeAhead.ts'
import {
  type CommandRuntime,
  createLazyCommandRuntime,
  type LazyCommandRuntime,
  type Runner,
} from '../../loading/commandRuntime.ts'
import { runInSequenceWhenIdle, whenIdle } from '../../loading/whenIdle.ts'
import { createDesktop } from '../../notices/desktop.ts'
import { createLazyRuns } from '../../runs/lazyRuns.ts'
import { createTelephone } from '../../softphone/telephone.ts'
import { createActiveScopes } from '../../state/activeScopes.ts'
import { createStoredValue, createValue } from '../../state/atoms.ts'
import { TAB_ACCOUNT } from '../../state/browserStorage.ts'
import { createFormDrafts, tabId } from '../../state/formDrafts.ts'
import { createHoldActor } from '../../state/holds.ts'
import { createMarks } from '../../state/marks.ts'
import { createPeople } from '../../state/people.ts'
import { createPreferences } from '../../state/preferences.ts'
import { createReceipts } from '../../state/receipts.ts'
import { isPaletteFetchedAtom } from '../../state/requestAtoms.ts'
import { createSavedViews } from '../../state/savedViews.ts'
import type { StoredOpenConfig } from '../../state/storage.ts'
import { isFlag, isList } from '../../state/storedShapes.ts'
import { createUndoStack } from '../../state/undoStack.ts'
import { createUserModel, isSandboxAtom } from '../../state/user.ts'
import { loadOnce } from '../../ui/lazyComponent.tsx'
import type { Console } from '../../useConsole.tsx'
import type { Core } from '../../useCore.tsx'
import { fetchPalette, overlaysAhead } from '../Overlays.tsx'
import { AccountMenu } from '../shell/TopBar.tsx'
import { createScope } from './scope.ts'

/** The second half of the composition root: the services of a signed-in user. */
export function createConsole(core: Core, window: Window) {
  const { api, clock, features, i18n, permissions, session, store } = core
  const fetchLaterReaders = loadOnce(async () => {
    const { createLaterReaders } = await import('../../api/readers/laterReaders.ts')
    return createLaterReaders(kindsOf(permissions).includes('umerchant') ? 'USDT' : 'IDR')
  })
  api.readWith(createReplyReaders(firstReaders, fetchLaterReaders))
  const atoms = createAtoms()
  const activeScopes = createActiveScopes(atoms)
  const user = createUserModel(atoms)
  const preferences = createPreferences(store, atoms, window)

  const options = createActor(
    optionsMachine.provide({
      actors: {
        load: fromPromise<OptionTexts | null, void>(() => api.call(calls.enums, { locales: LOCALES[i18n.locale].labelSet })),
      },
    }),
  )
  const notices = createActor(
    noticesMachine.provide({
      actors: {
        fetchNotices: fromPromise<Notice[], void>(() => api.call(calls.notices, {}, { quiet: true })),
        clearNotices: fromPromise(({ input }: { input: { type: string } }) => api.call(calls.clearNotices, input)),
      },
      actions: { count: (_, { count }) => user.changeNotifyCount(count) },
    }),
  )

  // In an object of its own, so that a repeated hint is a change too.
  const hint = createValue<{ readonly kind: LiveKind | null }>(atoms, { kind: null })
  const startLive = loadOnce(async () => {
    const { startLiveUpdates } = await import('./liveUpdates.ts')
    startLiveUpdates(console, desktop, window, (kind) => hint.set({ kind }))
  })

  const hold = createHoldActor(core)
  const desktop = createDesktop(window)
  const telephone = createTelephone({ ...core, atoms, desktop, locks: window.navigator.locks })
  const commandRuntime = createLazyCommandRuntime(atoms, async () => {
    const [{ createCommandRuntime }] = await Promise.all([import('../../palette/commandRuntime.ts'), i18n.open('commands')])
    return createCommandRuntime(console, window)
  })
  const openConfig = createStoredValue<StoredOpenConfig>(atoms, store.openConfig, { hiddenMenus: [] })
  const readsAloud = createStoredValue<boolean>(atoms, store.own('readsAloud', isFlag), false)
  const undo = createUndoStack({ atoms, clock })
  const views = createSavedViews({
    api,
    local: store.own('views', isList),
    tell: ({ message }) => core.toasts.show({ tone: 'error', title: i18n.t('error.title'), text: message }),
  })
  const console: Console = {
    ...core,
    atoms,
    openConfig,
    readsAloud,
    undo,
    views,
    marks: createMarks(core),
    people: createPeople({ api, atoms, features }),
    runs: createLazyRuns(atoms, () => console),
    commandRuntime,
    get registry() {
      return loaded(commandRuntime.current).registry
    },
    get palette() {
      return loaded(commandRuntime.current).palette
    },
    get chord() {
      return loaded(commandRuntime.current).chord
    },
    runner: lazyRunner(commandRuntime),
    typeAhead: createTypeAhead(),
    keyQueue: createKeyQueue(window.document),
    activeScopes,
    options,
    hold,
    formDrafts: createFormDrafts(store, createReceipts(window.indexedDB), tabId(core.tabStorage, api.newIdempotencyKey)),
    notices,
    live: { subscribe: (told) => hint.subscribe(() => told(hint.get().kind)) },
    telephone,
    preferences,
    scope: () => scope,
    fetchAhead: (parts) =>
      runInSequenceWhenIdle([preparePalette, ...parts.map(({ fetch }) => fetch), AccountMenu.fetch, ...overlaysAhead]),
  }
  const scope = createScope(console, desktop, window)
  const loadUser = loadOnce(async () => {
    const merchant = await api.call(calls.merchantInfo, {})
    user.saveCurrentUser({ ...merchant, notifyCount: notices.getSnapshot().context.items.length })
    tellOtherAccount(merchant)
  })
  const loadSystemConfig = loadOnce(async () => {
    const { systemConfig, companySystemInfo, companyInfoList, ...reply } = await api.call(
      calls.systemConfig,
      {},
      { quiet: true },
    )
    store.systemConfig.set(systemConfig)
    openConfig.set(reply.openConfig)
    store.company.set(companySystemInfo)
    atoms.set(isSandboxAtom, systemConfig.sandbox === true)
    session.send({ type: 'company.known', info: companySystemInfo, list: companyInfoList })
  })
  async function preparePalette() {
    await fetchPalette()
    atoms.set(isPaletteFetchedAtom, true)
  }
  // On failure, day and month names keep the previous language.
  const applyDateLocale = () => void setDateLocale(i18n).catch(() => {})
  applyDateLocale()
  i18n.subscribe(applyDateLocale)
  if (isSignedIn(permissions)) loadSession()
  return console

  /** The initial requests of a signed-in console. A failure of any does not block the work. */
  function loadSession() {
    options.start().send({ type: 'options.need' })
    // Rows render without it, and a key press loads it at once.
    whenIdle(() => commandRuntime.fetch().catch(() => {}))
    whenIdle(() => fetchLaterReaders().catch(() => {}))
    // The gateway serves option texts and notices in one language at a time.
    i18n.subscribe(() => {
      options.send({ type: 'options.forget' })
      notices.send({ type: 'notices.fetch' })
    })
    // The first rows need all connections; a hold can still be taken back a moment later.
    whenIdle(() => hold.start())
    hold.subscribe(activeScopes.touch)
    features.subscribe(() => {
      activeScopes.touch()
      if (features.has('holds')) hold.send({ type: 'hold.recall' })
      views.reload()
    })
    telephone.subscribe(activeScopes.touch)
    console.runs.unfinished.subscribe(activeScopes.touch)
    // A signed-out user receives no calls.
    session.subscribe((snapshot) => snapshot.matches('signedIn') || telephone.switchOff())
    // The telephone was on, so it must receive calls. If its script cannot be loaded, the next page load retries.
    whenIdle(() => telephone.resume().catch(() => {}))
    // A reload may have ended a bulk run.
    whenIdle(() =>
      console.runs.load().then(
        ({ recall }) => recall(),
        () => {},
      ),
    )
    notices.start()
    // Browsers allow six connections per host, and the first rows need them all.
    whenIdle(() => startLive().catch(() => {}))
    core.connection.subscribe(() => {
      if (core.connection.isLost) return
      options.send({ type: 'options.need' })
      hold.send({ type: 'hold.recall' })
      startLive().catch(() => {})
      views.load()
      loadAccount()
    })
    views.load()
    window.document.addEventListener('visibilitychange', reportVisibility)
    // The tab may have been opened in the background.
    if (window.document.hidden) reportVisibility()
    // The browser could not store a draft, perhaps of money with an unknown outcome.
    window.addEventListener('beforeunload', (event) => console.formDrafts.areStored() || event.preventDefault())
    atoms.set(isSandboxAtom, store.systemConfig.get()?.sandbox === true)
    loadAccount()
  }

  function reportVisibility() {
    notices.send({ type: window.document.hidden ? 'tab.hidden' : 'tab.shown' })
  }

  /** Asks for what is not known yet of the account and its gateway. */
  function loadAccount() {
    loadUser().catch(() => {})
    loadSystemConfig().catch(() => {})
  }

  /** Tells that the account is not the one this tab showed before. */
  function tellOtherAccount({ username, merchantName }: Merchant) {
    const before = core.tabStorage.getItem(TAB_ACCOUNT)
    if (username === null) return
    core.tabStorage.setItem(TAB_ACCOUNT, username)
    if (before === null || before === username) return
    core.toasts.show({ tone: 'info', text: i18n.t('session.otherAccount', { name: merchantName }), stays: true })
  }
}

function loaded(commandRuntime: CommandRuntime | null): CommandRuntime {
  if (commandRuntime === null) throw new Error('the command runtime has not loaded')
  return commandRuntime
}

const lazyRunner = (commandRuntime: LazyCommandRuntime): Runner => ({
  begin: (id, given) => commandRuntime.whenLoaded(({ runner }) => runner.begin(id, given)),
  repeat: () => commandRuntime.whenLoaded(({ runner }) => runner.repeat()),
  get last() {
    return commandRuntime.current?.runner.last ?? null
  },
})
