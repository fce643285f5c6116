import type { ActorRefFrom } from 'xstate'
import type { TelephoneState } from '#commands/appScope.ts'
import type { softphoneMachine } from '#machines/softphone/softphoneMachine.ts'
import type { I18n } from '../i18n.ts'
import type { Desktop } from '../notices/desktop.ts'
import type { Core } from '../useCore.tsx'

/** A telephone that is switched on. */
export interface RunningPhone {
  readonly actor: ActorRefFrom<typeof softphoneMachine>
  readonly state: TelephoneState
  subscribe(changed: () => void): void
  /** Hangs up and unregisters. */
  stop(): void
}

/** The services a phone uses to announce calls. */
export interface PhoneHost extends Pick<Core, 'announcer' | 'toasts'> {
  i18n: I18n
  desktop: Desktop
  /** Coordinates the tabs of this browser; undefined on an insecure origin. */
  locks: LockManager | undefined
}
