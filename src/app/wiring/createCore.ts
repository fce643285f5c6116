import { createActor, fromPromise } from 'xstate'
import { GUEST, isSignedIn, readMenuList } from '#contract/authority.ts'
import { guestCalls } from '#contract/guestCalls.ts'
import type { Locale } from '#locales/messages.ts'
import { type LoginReply, sessionMachine } from '#machines/session/sessionMachine.ts'
import { createAnnouncer } from '../../announce.ts'
import { createApi } from '../../api/client.ts'
import { Aborted, ApiError } from '../../api/errors.ts'
import { loadSha256Hex } from '../../api/loadSha256Hex.ts'
import { createI18n, LOCALES, localeOf } from '../../i18n.ts'
import { createToasts } from '../../notices/toasts.ts'
import { openStorage, TAB_ACCOUNT } from '../../state/browserStorage.ts'
import { createClock } from '../../state/clock.ts'
import { watchConnection } from '../../state/connection.ts'
import { createFeatures } from '../../state/features.ts'
import { createHashLocation } from '../../state/location.ts'
import { createStore, type Store } from '../../state/storage.ts'
import { isListOf, isNumber, isOneOf, isText } from '../../state/storedShapes.ts'
import { applySetting, THEMES } from '../../theme.ts'
import type { Core } from '../../useCore.tsx'
import { firstParts } from '../App.tsx'
import { afterLogin, loginFor } from '../guard.ts'
import { createReports } from './reports.ts'

export interface Host {
  window: Window
  fetch: typeof fetch
  /** Reloads the page: the last step of every sign-in and sign-out. */
  reload(): void
  /** Live regions for screen readers. */
  regions: { polite: HTMLElement; assertive: HTMLElement }
  analyticsUrl: string | undefined
  reportingHost: string
}

/** The first half of the composition root: the services a guest needs, with the first texts loaded. */
export async function createCore({ window, fetch, reload, regions, analyticsUrl, reportingHost }: Host) {
  const { document } = window
  const store = createStore(openStorage(() => window.localStorage))
  const tabStorage = openStorage(() => window.sessionStorage)
  const clock = createClock(store.own('clockCorrection', isNumber))
  const location = createHashLocation(window)
  const connection = watchConnection(fetch)
  const toasts = createToasts(clock)
  const features = createFeatures(store.own('features', isListOf(isText)))
  const permissions = store.permissions.get()
  const isGuest = !isSignedIn(permissions)
  // Calls carry the token of this page: another tab may have stored that of another account since.
  let token = store.token.get()
  let isOver = false
  let failedPage: string | null = null
  let chosen: Locale | null = null
  const isReplaced = () => !isGuest && store.token.get() !== token
  const first = firstParts(permissions, location.current(), features.has)
  const i18n = createI18n({ with: first.volumes })
  applySetting('theme', store.own('theme', isOneOf(THEMES)).get() ?? 'system', document.documentElement)

  const reports = createReports({
    fetch,
    clock,
    location,
    hostname: window.location.hostname,
    analyticsUrl,
    reportingHost,
  })
  window.addEventListener('error', ({ error }) => reports.crash(error))
  window.addEventListener('unhandledrejection', ({ reason }) => reason instanceof ApiError || reports.crash(reason))

  const api = createApi({
    fetch: connection.fetch,
    origin: window.location.origin,
    token() {
      if (!isOver && !isReplaced()) return token
      follow()
      throw new Aborted()
    },
    language: () => LOCALES[i18n.locale].tag,
    features,
    systemConfig: store.systemConfig.get,
    clock,
    newIdempotencyKey: () =>
      Array.from(window.crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-'),
    failureText: (code) => i18n.t(`error.${code}`),
    effects: {
      notify: ({ message }, { stays }) => toasts.show({ tone: 'error', title: i18n.t('error.title'), text: message, stays }),
      clearCookies: () => clearCookies(document),
      logout() {
        // The refused token is not that of the stored session.
        if (isReplaced()) return follow()
        // While the user signs out, calls that are still under way are refused, too.
        if (isUsed()) tabStorage.setItem(ENDED, 'true')
        session.send({ type: 'session.end' })
        // The call that signs out is on its way. Nothing else is sent until the page is loaded again.
        isOver = !isGuest
      },
      redirect(path) {
        if (location.current() !== path) failedPage = location.current()
        // In place of the failed page, which would fail again on the way back.
        location.go(path, { replace: true })
      },
    },
  })

  const setToken = (next: string | null) => {
    const earlier = store.token.get()
    // Another tab has signed in since this page was loaded. No page shows that session any more.
    if (next !== null && earlier !== null && earlier !== token) endSession(fetch, earlier)
    token = next
    store.token.set(next)
  }
  const session = startSession({ api, store, tabStorage, location, hashed, setToken, reload })
  /** Not while the user signs out, nor after that. */
  const isUsed = () => session.getSnapshot().matches('signedIn')
  const follow = () => sendChange(store.token.get() !== null)
  /** Another tab has signed in or out. The session may have ended here before, and the page is about to be loaded again. */
  function sendChange(isStart: boolean) {
    if (session.getSnapshot().status !== 'active') return
    if (!isStart && isUsed()) tabStorage.setItem(ENDED, 'true')
    session.send({ type: isStart ? 'session.startedElsewhere' : 'session.endedElsewhere' })
  }
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'hasLogin') sendChange(newValue === 'login')
    // The mark does not change if two tabs sign in at once.
    if (key === 'token' && newValue !== null && isReplaced()) follow()
  })
  window.addEventListener('online', connection.retry)

  async function hashed(typed: string): Promise<string> {
    const hash = await loadSha256Hex().catch(() => {
      throw new ApiError(i18n.t('error.NETWORK_ERROR'), { status: 0, code: 'NETWORK_ERROR' })
    })
    return hash(typed)
  }

  async function use(locale: Locale) {
    await i18n.use(locale)
    document.documentElement.lang = LOCALES[locale].tag
  }

  async function setLocale(locale: Locale) {
    chosen = locale
    try {
      const { status = 'ok', message = '' } = (await api.call(guestCalls.locale, { locale }, { quiet: true })) ?? {}
      if (status !== 'ok') return toasts.show({ tone: 'error', text: message || i18n.t('error.title') })
    } catch (cause) {
      if (!(cause instanceof ApiError)) return
      if (!isLocaleUnserved(cause)) return toasts.show({ tone: 'error', text: cause.message })
    }
    // The answer to an earlier choice may arrive last.
    if (chosen !== locale) return
    try {
      await use(locale)
    } catch {
      return toasts.show({ tone: 'error', text: i18n.t('error.NETWORK_ERROR') })
    }
    if (chosen === locale) store.localeKey.set(locale)
  }

  await Promise.all([first.fetch(), use(localeOf(store.localeKey.get(), localeOf(document.documentElement.dataset.locale)))])
  const announcer = createAnnouncer(regions)
  const isEnded = tabStorage.getItem(ENDED) !== null
  if (isEnded) tabStorage.removeItem(ENDED)
  const core: Core = {
    tabStorage,
    isEnded,
    api,
    features,
    i18n,
    store,
    location,
    permissions,
    announcer,
    toasts,
    session,
    connection,
    clock,
    failedPage: () => failedPage,
    setLocale,
  }
  return { core, reports }
}

/** Also while the page is left. A gateway that cannot be reached ends it when it has been idle. */
function endSession(send: typeof fetch, token: string): void {
  const { method, path } = guestCalls.logout
  void send(path, { method, headers: { 'merchant-token': token }, keepalive: true }).catch(() => {})
}

/** Whether the gateway does not know of languages, or answers what cannot be read. The language is then that of the browser alone. */
const isLocaleUnserved = ({ status }: ApiError): boolean =>
  (status >= 200 && status < 300) || [401, 404, 405, 501].includes(status)

/** Expires all cookies visible to scripts, on this path and the root. */
function clearCookies(page: Document): void {
  for (const cookie of page.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim()
    if (name === undefined || name === '') continue
    page.cookie = `${name}=; max-age=0`
    page.cookie = `${name}=; max-age=0; path=/`
  }
}

/** The sign-in page shows the reason of a failure. */
const SHOWN_BY_PAGE = { quiet: true }

const LOGOUT_LIMIT_MS = 3_000

/** Marks, over the reload, that the session ended and not the user signed out. */
const ENDED = 'paydesk.ended'

interface SessionHost extends Pick<Core, 'api' | 'store' | 'tabStorage' | 'location'> {
  /** Hashes a typed password; only the hash leaves the browser. */
  hashed(typed: string): Promise<string>
  setToken(token: string | null): void
  reload(): void
}

/** The session machine, wired to this browser and its gateway. */
function startSession({ api, store, tabStorage, location, hashed, setToken, reload }: SessionHost) {
  const machine = sessionMachine.provide({
    actors: {
      signIn: fromPromise<LoginReply, { username: string; password: string }>(async ({ input: { username, password } }) => {
        // The page is loaded again after a sign-in, which would be lost.
        if (!store.hasRoom()) throw new ApiError('', { status: 0, code: 'STORAGE_DENIED' })
        const reply = await api.call(guestCalls.login, { username, password: await hashed(password) }, SHOWN_BY_PAGE)
        store.own('signInName', isText).set(username.trim().toLowerCase())
        return reply
      }),
      signInWithOtp: fromPromise<LoginReply, { otp: string }>(({ input: { otp } }) =>
        api.call(guestCalls.loginOtp, { otp }, SHOWN_BY_PAGE),
      ),
      signOut: fromPromise<void, void>(async () => {
        await api.call(guestCalls.logout, {}, { quiet: true, limit: LOGOUT_LIMIT_MS })
      }),
    },
    actions: {
      remember(_, { data }) {
        if (data == null) return
        const { permissions, isReadable } = readMenuList(data.menuList)
        if (!isReadable) console.warn('the menu list of the login reply cannot be read')
        store.permissions.set(permissions)
        setToken(data.token)
        store.hasLogin.set('login')
        tabStorage.removeItem(TAB_ACCOUNT)
        location.go(afterLogin(location.current(), permissions), { replace: true })
      },
      keepToken: (_, { data }) => setToken(data?.token ?? null),
      leadToLogin: () => location.go(loginFor(location.current()), { replace: true }),
      // The reload clears the memory.
      clearWorkspace() {
        store.detailPageInfo.set(null)
        forgetTelephone(store)
        store.clearWork()
      },
      becomeGuest: () => store.permissions.set(GUEST),
      markLogout: () => store.hasLogin.set('logout'),
      forgetToken: () => setToken(null),
      reload,
    },
  })
  return createActor(machine, { input: { isSignedIn: isSignedIn(store.permissions.get()) } }).start()
}

/** Keeps the stored gateway configuration except the softphone password of the user. */
function forgetTelephone({ systemConfig }: Store) {
  const told = systemConfig.get()
  if (told?.softphone == null) return
  systemConfig.set({ ...told, softphone: null })
}
