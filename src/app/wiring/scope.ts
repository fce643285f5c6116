import type { AppScope } from '#commands/appScope.ts'
import type { Message } from '#commands/message.ts'
import { routeAt, routes } from '#commands/navigation/routes.ts'
import { rowAddress, searchableKindsFor } from '#commands/rows/kinds.ts'
import type { Scope } from '#commands/scope.ts'
import { calls } from '#contract/calls.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { Option } from '#machines/options/optionsMachine.ts'
import { copyText } from '../../clipboard.ts'
import { formatMessage } from '../../commandText.ts'
import { rangeOf } from '../../format/ranges.ts'
import type { Desktop } from '../../notices/desktop.ts'
import { saveAndNotify } from '../../saveFile.ts'
import { parseAddress } from '../../state/location.ts'
import {
  overlayAtom,
  pastedLinesAtom,
  receiptAtom,
  softphoneAtom,
  subMerchantAtom,
  uploadedReceiptAtom,
} from '../../state/requestAtoms.ts'
import { isAnything } from '../../state/storedShapes.ts'
import { currentUserAtom } from '../../state/user.ts'
import type { Console } from '../../useConsole.tsx'

/** The scope of commands over the current console. Created once: its getters read the current state. */
export function createScope(console: Console, desktop: Desktop, window: Window): Scope {
  const { api, features, location, permissions, activeScopes, openConfig } = console
  const app = appScope(console, desktop, window)
  const readers = {
    hiddenMenus: () => openConfig.get().hiddenMenus,
    route: () => routeAt(parseAddress(location.current()).path),
    list: () => activeScopes.list,
    detail: () => activeScopes.detail,
    form: () => activeScopes.form,
    dashboard: () => activeScopes.dashboard,
    reconcile: () => activeScopes.reconcile,
    idempotencyKey: () => api.newIdempotencyKey(),
  }
  const members: Omit<Scope, keyof typeof readers> = {
    app,
    permissions,
    hasFeature: features.has,
    call: (call, input, options) => api.call(call, input, options),
    async download(call, input) {
      const what = call.path.split('/').at(-1) ?? 'paydesk'
      saveAndNotify({ ...(await api.download(call, input)), what }, console, window)
    },
  }
  return withGetters(readers, members)
}

function withGetters<Readers extends Record<string, () => unknown>, Members extends object>(
  readers: Readers,
  members: Members,
) {
  for (const [name, get] of Object.entries(readers)) Object.defineProperty(members, name, { get, enumerable: true })
  return members as Members & { readonly [Name in keyof Readers]: ReturnType<Readers[Name]> }
}

/** How long a sign-out waits until receipts are removed: a browser may be slow to open its database. Milliseconds. */
const REMOVAL_LIMIT_MS = 1_000

/** The topic of toasts that offer an undo. */
const UNDO = 'undo'

function appScope(console: Console, desktop: Desktop, window: Window): AppScope {
  const { activeScopes, clock, commandRuntime, hold, i18n, location, notices, options, permissions } = console
  const { atoms, openConfig, preferences, readsAloud, runner, session, store, telephone, toasts, undo, views } = console
  const foundKinds = searchableKindsFor(permissions)
  const tell = (key: 'undo.undone' | 'undo.redone', what: Message | null) => {
    if (what === null) return
    // The offered undo would now undo another entry.
    toasts.dismiss(UNDO)
    app.toast([key, { what: formatMessage(what, i18n.t) }, 'done'])
  }

  const readers = {
    locale: () => i18n.locale,
    characterKeys: () => preferences.get().characterKeys,
    isPasscodeOn: () => atoms.get(currentUserAtom).otpEnabled ?? null,
    gettingStarted: () => commandRuntime.current?.gettingStarted ?? null,
    hasNotices: () => notices.getSnapshot().context.items.length > 0,
    noticeTypes: () => [...new Set(notices.getSnapshot().context.items.map(({ type }) => type))],
    hasUnfinishedRun: () => console.runs.unfinished.get().length > 0,
    hasHeldMovement: () => hold.getSnapshot().matches('holding'),
    desktopNotices: desktop.permission,
    documentAddress() {
      const addressOf = (path: string) => URL.parse(path, window.location.href)?.href ?? ''
      const named = addressOf(openConfig.get().docUrl || calls.docs.path)
      return PATTERNS.url.test(named) ? named : addressOf(calls.docs.path)
    },
    telephone: () => telephone.state,
    theme: () => preferences.get().theme,
    recents: () => store.recents.list().filter(({ kind }) => foundKinds.some((one) => one === kind)),
    isSimulationOn: () => store.systemConfig.get()?.sandbox ?? null,
    screenReaderMode: readsAloud.get,
    verbosity: () => preferences.verbosity.get() ?? 'full',
    exported: () => preferences.exported.get() ?? null,
    people: () => console.people.get(),
    views: () => views.all,
    undoLabel: () => undo.undoable,
    redoLabel: () => undo.redoable,
    repeatLabel: () => runner.last && ([runner.last.title] as const),
  }
  const members: Omit<AppScope, keyof typeof readers> = {
    keysFor: (command) => preferences.keymap.get().keysFor(command),
    options: (list) => (options.getSnapshot().context.options[list] as readonly Option[] | undefined) ?? [],
    days: (range) => rangeOf(range, clock.now()),

    go(path, how = 'push') {
      if (how === 'push') location.go(path)
      else window.open(location.linkTo(path), '_blank', 'noopener')
    },
    goTo: (place) => app.go(routes[place].path),
    back: location.back,
    openLink: (url) => void (PATTERNS.url.test(url) && window.open(url, '_blank', 'noopener,noreferrer')),
    openDocument() {
      window.open(app.documentAddress, '_blank', 'noopener')
    },
    openRow(row, how) {
      app.go(rowAddress(row, permissions), how)
      // The next keys are meant for the row, and not for the list beside it.
      if (how !== 'newTab') console.keyQueue.expectFocus('[data-layer="detail"]')
    },
    openReconcile(text) {
      const here = foundKinds.find((kind) => kind === activeScopes.list?.kind) ?? null
      atoms.set(pastedLinesAtom, text === null ? null : { text, kind: here })
      app.goTo('reconcile')
    },
    signOut() {
      store.own('notes', isAnything).set(null)
      const limit = new Promise<void>((resolve) => setTimeout(resolve, REMOVAL_LIMIT_MS))
      void Promise.race([console.formDrafts.forgetUnsent(), limit]).then(() => session.send({ type: 'session.end' }))
    },

    setLocale: console.setLocale,
    setTheme: (theme) => preferences.change({ theme }),
    toggleSidebar: () => preferences.isCollapsed.set(!preferences.isCollapsed.get()),
    setCharacterKeys: (on) => preferences.change({ characterKeys: on }),
    setChordLimit: (limit) => preferences.change({ chordLimit: limit }),
    setScreenReaderMode: readsAloud.set,
    setVerbosity: preferences.verbosity.set,
    rememberExport: preferences.exported.set,
    changeView: views.change,
    saveMark: console.marks.set,
    loadRuns: console.runs.load,
    pushUndo: undo.push,
    undo: async () => tell('undo.undone', await undo.undo()),
    redo: async () => tell('undo.redone', await undo.redo()),
    repeat: runner.repeat,

    openPalette: (mode) => commandRuntime.whenLoaded(({ palette }) => palette.send({ type: 'palette.open', mode })),
    togglePalette: () => commandRuntime.whenLoaded(({ palette }) => palette.send({ type: 'palette.toggle' })),
    openShortcuts: () => atoms.set(overlayAtom, 'shortcuts'),
    openAbout: () => atoms.set(overlayAtom, 'about'),
    openNotices: () => atoms.set(overlayAtom, 'notices'),
    showReceipt(receipt) {
      atoms.set(receiptAtom, receipt)
      atoms.set(overlayAtom, 'receipt')
    },
    showUploadedReceipt(receipt) {
      atoms.set(uploadedReceiptAtom, receipt)
      atoms.set(overlayAtom, 'handedIn')
    },
    openSubMerchant(merchantNo) {
      atoms.set(subMerchantAtom, { merchantNo })
      atoms.set(overlayAtom, 'subMerchant')
    },
    openSoftphone(number) {
      atoms.set(softphoneAtom, number)
      atoms.set(overlayAtom, 'softphone')
      // The overlay reports a chunk that cannot be loaded.
      telephone.switchOn().catch(() => {})
    },
    async switchTelephone(on) {
      if (on) await telephone.switchOn()
      else telephone.switchOff()
    },
    controlTelephone: (order) => telephone.running.get()?.actor.send({ type: order }),
    openLog: () => atoms.set(overlayAtom, 'log'),
    cancelHeldMovement: () => hold.send({ type: 'hold.takeBack' }),
    continueRun() {
      const [record] = console.runs.unfinished.get()
      if (record === undefined) return
      console.runs.load().then(
        ({ resume }) => resume(record),
        () => {},
      )
    },
    fetchNotices: () => notices.send({ type: 'notices.fetch' }),
    clearNotices: (kind) => notices.send({ type: 'notices.clear', kind }),
    askForDesktopNotices: desktop.ask,
    async reloadOptions() {
      options.send({ type: 'options.forget' })
    },
    escape: () => void activeScopes.escape(),
    async copy(text, said = ['app.copied', {}, 'done'], html) {
      const isCopied = await copyText({ text, ...(html === undefined ? {} : { html }) }, window)
      app.toast(isCopied ? said : ['app.notCopied', {}, 'error'])
    },
    toast([key, params, tone = 'info'], way) {
      const action = { title: i18n.t('command.undo'), keys: app.keysFor('undo').at(-1) ?? '', run: () => runner.begin('undo') }
      toasts.show({ tone, text: i18n.t(key, params), ...(way === undefined ? {} : { action, topic: UNDO }) })
    },
  }
  const app: AppScope = withGetters(readers, members)
  return app
}
