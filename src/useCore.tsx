import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Permissions } from '#contract/authority.ts'
import type { Feature } from '#contract/features.ts'
import type { GuestKey, Locale } from '#locales/messages.ts'
import type { sessionMachine } from '#machines/session/sessionMachine.ts'
import type { Announcer } from './announce.ts'
import type { Api } from './api/client.ts'
import type { I18n, Translate } from './i18n.ts'
import type { Toasts } from './notices/toasts.ts'
import type { BrowserStorage } from './state/browserStorage.ts'
import type { Connection } from './state/connection.ts'
import type { Features } from './state/features.ts'
import type { HashLocation } from './state/location.ts'
import type { Store } from './state/storage.ts'
import { UiText } from './ui/uiText.ts'

/** The services available before sign-in. Kept small, because a guest loads all of them. */
export interface Core {
  readonly api: Api
  readonly features: Features
  readonly i18n: I18n
  readonly store: Store
  readonly location: HashLocation
  /** The permissions at page load; another sign-in reloads the page. */
  readonly permissions: Permissions
  readonly announcer: Announcer
  readonly toasts: Toasts
  readonly session: ActorRefFrom<typeof sessionMachine>
  readonly connection: Connection
  readonly clock: { now(): number }
  /** What a tab remembers over its reloads. */
  readonly tabStorage: BrowserStorage
  /** Whether the session of this tab ended before this page was loaded, other than by the user's sign-out. */
  readonly isEnded: boolean
  /** The address of the page whose failed load has led to an exception page; null for none. */
  failedPage(): string | null
  /** Stores the locale for the account and resolves when its texts have loaded. A refusal is shown. */
  setLocale(locale: Locale): Promise<void>
}

const CoreContext = createContext<Core | null>(null)

export function CoreProvider({ core, children }: { core: Core; children: ReactNode }) {
  const { i18n } = core
  const t = useSyncExternalStore(i18n.subscribe, () => i18n.t)
  return (
    <CoreContext value={core}>
      <UiText value={t}>{children}</UiText>
    </CoreContext>
  )
}

export function useCore(): Core {
  const found = useContext(CoreContext)
  if (found === null) throw new Error('useCore needs a CoreProvider')
  return found
}

/** The translate function for texts that are always loaded. The component renders again when the language changes. */
export function useT(): Translate<GuestKey> {
  const { i18n } = useCore()
  return useSyncExternalStore(i18n.subscribe, () => i18n.t)
}

export function useLocale(): Locale {
  const { i18n } = useCore()
  return useSyncExternalStore(i18n.subscribe, () => i18n.locale)
}

/** Whether the gateway cannot be reached. The component renders again when that changes. */
export function useIsConnectionLost(): boolean {
  const { connection } = useCore()
  return useSyncExternalStore(connection.subscribe, () => connection.isLost)
}

/** Calls the latest `act` whenever the gateway can be reached again. */
export function useReconnected(act: (() => void) | undefined): void {
  const { connection } = useCore()
  useEffect(() => connection.subscribe(() => connection.isLost || act?.()))
}

/** Whether the gateway has announced a feature. The component renders again when that changes. */
export function useFeature(feature: Feature): boolean {
  const { features } = useCore()
  return useSyncExternalStore(features.subscribe, () => features.has(feature))
}
