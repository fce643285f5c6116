import type { createStore as createAtoms } from 'jotai'
import { orderAddress } from '#commands/orderKinds.ts'
import { placeAt, places } from '#commands/places.ts'
import type { AppScope, Scope } from '#commands/scope.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { Option } from '#machines/options/optionsMachine.ts'
import { copyText } from '../clipboard.ts'
import { fileName } from '../format/dates.ts'
import { rangeOf } from '../format/ranges.ts'
import { addressOf } from '../location.ts'
import { saveFile } from '../saveFile.ts'
import type { Console } from '../useConsole.tsx'
import { overlayAtom } from './overlays.ts'
import type { Preferences } from './preferences.ts'
import { receiptAtom } from './receipt.ts'

interface ScopeHost {
  atoms: ReturnType<typeof createAtoms>
  preferences: Preferences
  window: Window
}

/** What commands may know and touch, over the console that is on the page. Made once: everything in it is read when it is asked for. */
export function scopeOver(console: Console, host: ScopeHost): Scope {
  const { api, clock, i18n, location, permissions, stage, store, toasts } = console
  const app = appScope(console, host)
  return {
    app,
    permissions,
    get hiddenMenus() {
      return store.openConfig.get()?.hiddenMenus ?? []
    },
    get place() {
      return placeAt(addressOf(location.current()).path)
    },
    get list() {
      return stage.list
    },
    get detail() {
      return stage.detail
    },
    get runKey() {
      return api.newKey()
    },
    call: (call, input, options) => api.call(call, input, options),
    async download(call, input) {
      const { blob, name } = await api.download(call, input)
      const saved = name ?? fileName(call.path.split('/').at(-1) ?? 'paydesk', clock.now())
      saveFile({ blob, name: saved }, host.window)
      toasts.show({ tone: 'done', text: i18n.t('export.saved', { name: saved }) })
    },
  }
}

function appScope(console: Console, { atoms, preferences, window }: ScopeHost): AppScope {
  const { chord, clock, i18n, location, notices, options, palette, permissions, runner, session, stage, store, toasts } =
    console
  const characterKeys = store.own<boolean>('characterKeys')
  const noticeTypes = () => [...new Set(notices.getSnapshot().context.items.map(({ type }) => type))]

  const app: AppScope = {
    get locale() {
      return i18n.locale
    },
    get characterKeys() {
      return characterKeys.get() ?? true
    },
    get hasNotices() {
      return notices.getSnapshot().context.items.length > 0
    },
    get noticeTypes() {
      return noticeTypes()
    },
    get theme() {
      return preferences.theme
    },
    get recents() {
      return store.recents.list()
    },
    get simulates() {
      return store.systemConfig.get()?.sandbox ?? null
    },
    options: (list) => (options.getSnapshot().context.options[list] as readonly Option[] | undefined) ?? [],
    days: (range) => rangeOf(range, clock.now()),

    go(path, how = 'push') {
      if (how === 'push') location.go(path)
      else window.open(location.linkTo(path), '_blank', 'noopener')
    },
    goTo: (place) => app.go(places[place].path),
    back: location.back,
    openLink: (url) => void (PATTERNS.url.test(url) && window.open(url, '_blank', 'noopener,noreferrer')),
    openOrder: (order, how) => app.go(orderAddress(order, permissions), how),
    signOut: () => session.send({ type: 'session.end' }),

    setLocale: console.setLocale,
    setTheme: preferences.setTheme,
    toggleSidebar: preferences.toggleSidebar,
    setCharacterKeys: characterKeys.set,
    setChordLimit(limit) {
      store.own('chordLimit').set({ limit })
      chord.send({ type: 'limit.set', limit })
    },

    openPalette: (mode) => palette.send({ type: 'palette.open', mode }),
    togglePalette: () => palette.send({ type: 'palette.toggle' }),
    openShortcuts: () => atoms.set(overlayAtom, 'shortcuts'),
    openAbout: () => atoms.set(overlayAtom, 'about'),
    openNotices: () => atoms.set(overlayAtom, 'notices'),
    showReceipt(receipt) {
      atoms.set(receiptAtom, receipt)
      atoms.set(overlayAtom, 'receipt')
    },
    openLog: () => atoms.set(overlayAtom, 'log'),
    fetchNotices: () => notices.send({ type: 'notices.fetch' }),
    clearNotices: (kind) => notices.send({ type: 'notices.clear', kind }),
    async reloadOptions() {
      options.send({ type: 'options.forget' })
    },
    escape: () => void stage.escape(),
    async copy(text, said = ['app.copied', {}, 'done']) {
      app.toast((await copyText(text, window)) ? said : ['app.notCopied', {}, 'error'])
    },
    toast: ([key, params, tone = 'info']) => toasts.show({ tone, text: i18n.t(key, params) }),
    run: (command) => runner.begin(command),
  }
  return app
}
