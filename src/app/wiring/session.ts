import { createActor, fromPromise } from 'xstate'
import { GUEST, isSignedIn, parseMenuList, parsePermissions } from '#contract/authority.ts'
import { guestCalls } from '#contract/guestCalls.ts'
import { type LoginReply, sessionMachine } from '#machines/session/sessionMachine.ts'
import type { Api } from '../../api/client.ts'
import type { HashLocation } from '../../state/location.ts'
import type { Store } from '../../state/storage.ts'
import { afterLogin, loginFor } from '../guard.ts'

const LOGOUT_LIMIT_MS = 3_000

interface SessionHost {
  api: Api
  store: Store
  location: HashLocation
  /** Hashes a typed password; only the hash leaves the browser. */
  hashed(typed: string): Promise<string>
  reload(): void
  warn(text: string): void
}

/** The session machine, wired to this browser and its gateway. */
export function startSession({ api, store, location, hashed, reload, warn }: SessionHost) {
  const machine = sessionMachine.provide({
    actors: {
      signIn: fromPromise<LoginReply, { username: string; password: string }>(async ({ input: { username, password } }) =>
        api.call(guestCalls.login, { username, password: await hashed(password) }),
      ),
      signInWithOtp: fromPromise<LoginReply, { otp: string }>(({ input: { otp } }) => api.call(guestCalls.loginOtp, { otp })),
      signOut: fromPromise<void, void>(async () => {
        await api.call(guestCalls.logout, {}, { quiet: true, limit: LOGOUT_LIMIT_MS })
      }),
    },
    actions: {
      remember(_, { reply: { data } }) {
        if (data === undefined) return
        if (parseMenuList(data.menuList) === null) warn('the menu list of the login reply cannot be read')
        store.permissions.set(parsePermissions(data.menuList))
        store.token.set(data.token)
        store.hasLogin.set('login')
        location.go(afterLogin(location.current()), { replace: true })
      },
      keepToken: (_, { reply }) => store.token.set(reply.data?.token ?? null),
      leadToLogin: () => location.go(loginFor(location.current()), { replace: true }),
      // The reload clears the memory.
      clearWorkspace() {
        store.detailPageInfo.set(null)
        forgetTelephone(store)
        store.clearWork()
      },
      becomeGuest: () => store.permissions.set(GUEST),
      markLogout: () => store.hasLogin.set('logout'),
      forgetToken: () => store.token.set(null),
      reload,
    },
  })
  return createActor(machine, { input: { isSignedIn: isSignedIn(store.permissions.get()) } }).start()
}

/** Keeps the stored gateway configuration except the softphone password of the user. */
function forgetTelephone({ systemConfig }: Store) {
  const told = systemConfig.get()
  if (told?.softphone === undefined) return
  const { softphone: _, ...rest } = told
  systemConfig.set(rest)
}

/** Forwards sign-ins and sign-outs of other tabs to the session. */
export const followOtherTabs = (window: Window, session: ReturnType<typeof startSession>) =>
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'hasLogin') return
    session.send({ type: newValue === 'login' ? 'session.startedElsewhere' : 'session.endedElsewhere' })
  })
