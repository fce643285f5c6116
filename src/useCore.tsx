import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Permissions } from '#contract/authority.ts'
import type { GuestKey, Locale } from '#locales/messages.ts'
import type { sessionMachine } from '#machines/session/sessionMachine.ts'
import type { Announcer } from './announce.ts'
import type { Api } from './api/client.ts'
import type { I18n, Translate } from './i18n.ts'
import type { Toasts } from './notices/toasts.ts'
import type { Connection } from './state/connection.ts'
import type { HashLocation } from './state/location.ts'
import type { Store } from './state/storage.ts'

/** What is there before anybody has signed in, and stays: little, because a guest waits for all of it. */
export interface Core {
  readonly api: Api
  readonly i18n: I18n
  readonly store: Store
  readonly location: HashLocation
  /** Of who was signed in when the page was loaded; another sign-in loads it again. */
  readonly permissions: Permissions
  readonly announcer: Announcer
  readonly toasts: Toasts
  readonly session: ActorRefFrom<typeof sessionMachine>
  readonly connection: Connection
  readonly clock: { now(): number }
  /** Asks the gateway, which remembers it for the account, and resolves when the texts are here. A refusal is shown. */
  setLocale(locale: Locale): Promise<void>
}

const CoreContext = createContext<Core | null>(null)

export const CoreProvider = ({ core, children }: { core: Core; children: ReactNode }) => (
  <CoreContext value={core}>{children}</CoreContext>
)

export function useCore(): Core {
  const found = useContext(CoreContext)
  if (found === null) throw new Error('no core around this component')
  return found
}

/** The texts that are always here, in the current language; draws again when it changes. */
export function useT(): Translate<GuestKey> {
  const { i18n } = useCore()
  return useSyncExternalStore(i18n.subscribe, () => i18n.t)
}

export function useLocale(): Locale {
  const { i18n } = useCore()
  return useSyncExternalStore(i18n.subscribe, () => i18n.locale)
}
