import type { Theme } from '#commands/appScope.ts'
import { guestCalls } from '#contract/guestCalls.ts'
import type { Locale } from '#locales/messages.ts'
import { createAnnouncer } from '../../announce.ts'
import { createApi } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { loadSha256Hex } from '../../api/loadSha256Hex.ts'
import { createI18n, LOCALES, localeOf } from '../../i18n.ts'
import { createToasts } from '../../notices/toasts.ts'
import { watchConnection } from '../../state/connection.ts'
import { createHashLocation } from '../../state/location.ts'
import { createStore } from '../../state/storage.ts'
import type { Core } from '../../useCore.tsx'
import { firstParts } from '../App.tsx'
import { applySetting } from '../theme.ts'
import { createPost, createReports } from './reports.ts'
import { followOtherTabs, startSession } from './session.ts'

/** The environment of the console. */
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
  const clock = { now: () => Date.now() }
  const store = createStore(window.localStorage)
  const location = createHashLocation(window)
  const connection = watchConnection(fetch)
  const toasts = createToasts(clock)
  const permissions = store.permissions.get()
  const first = firstParts(permissions, location.current())
  const i18n = createI18n({ with: first.volumes })
  applySetting('theme', store.own<Theme>('theme').get() ?? 'system', document.documentElement)

  const reports = createReports({
    post: createPost(fetch),
    now: () => new Date(clock.now()),
    target: location.current,
    hostname: window.location.hostname,
    analyticsUrl,
    reportingHost,
  })
  window.addEventListener('error', ({ error }) => reports.crash(error))
  window.addEventListener('unhandledrejection', ({ reason }) => reason instanceof ApiError || reports.crash(reason))

  const api = createApi({
    fetch: connection.fetch,
    origin: window.location.origin,
    token: store.token.get,
    language: () => LOCALES[i18n.locale].tag,
    systemConfig: store.systemConfig.get,
    now: clock.now,
    newIdempotencyKey: () =>
      Array.from(window.crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-'),
    noAnswerText: (code) => i18n.t(`error.${code}`),
    effects: {
      notify: ({ message }, { stays }) => toasts.show({ tone: 'error', title: i18n.t('error.title'), text: message, stays }),
      clearCookies: () => clearCookies(document),
      logout: () => session.send({ type: 'session.end' }),
      redirect: (path) => location.go(path),
    },
  })

  const session = startSession({ api, store, location, hashed, reload, warn: (text) => console.warn(text) })
  followOtherTabs(window, session)

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
    try {
      const { status, message = '' } = await api.call(guestCalls.locale, { locale }, { quiet: true })
      if (status !== 'ok') return toasts.show({ tone: 'error', text: message || i18n.t('error.title') })
    } catch (cause) {
      if (cause instanceof ApiError) toasts.show({ tone: 'error', text: cause.message })
      return
    }
    store.localeKey.set(locale)
    await use(locale)
  }

  await Promise.all([first.fetch(), use(localeOf(store.localeKey.get()))])
  const announcer = createAnnouncer(regions)
  const core: Core = { api, i18n, store, location, permissions, announcer, toasts, session, connection, clock, setLocale }
  return { core, reports }
}

/** Expires all cookies visible to scripts, on this path and the root. */
function clearCookies(page: Document): void {
  for (const cookie of page.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim()
    if (name === undefined || name === '') continue
    page.cookie = `${name}=; max-age=0`
    page.cookie = `${name}=; max-age=0; path=/`
  }
}
