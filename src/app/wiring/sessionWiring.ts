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
  /** What leaves the browser instead of a typed password. */
  hashed(typed: string): Promise<string>
  reload(): void
  warn(text: string): void
}

/** The session machine with this browser and this gateway in its holes. */
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
      // What was only in memory goes with the reload.
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

/** What a gateway has told of itself stays, but not the password by which an exchange knows who is leaving. */
function forgetTelephone({ systemConfig }: Store) {
  const told = systemConfig.get()
  if (told?.softphone === undefined) return
  const { softphone: _, ...rest } = told
  systemConfig.set(rest)
}

/** Tells the session what another tab of this browser did. */
export const followOtherTabs = (window: Window, session: ReturnType<typeof startSession>) =>
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'hasLogin') return
    session.send({ type: newValue === 'login' ? 'session.startedElsewhere' : 'session.endedElsewhere' })
  })
