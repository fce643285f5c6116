import type { TelephoneState } from '#commands/appScope.ts'
import { canUse } from '#contract/authority.ts'
import { type Atoms, createValue } from '../state/atoms.ts'
import type { Value } from '../state/value.ts'
import type { Core } from '../useCore.tsx'
import type { PhoneHost, RunningPhone } from './runningPhone.ts'

/** The telephone of a console. Once switched on it receives calls until it is switched off or the user signs out. */
export interface Telephone {
  /** Null while it is off. */
  readonly running: Value<RunningPhone | null>
  readonly state: TelephoneState
  /** Resolves when script and texts have loaded. */
  switchOn(): Promise<RunningPhone>
  switchOff(): void
  /** Switches the telephone on again if it was on before the page was reloaded. */
  resume(): Promise<void>
  /** Called whenever the state may have changed. */
  subscribe(changed: () => void): void
}

interface TelephoneHost extends PhoneHost, Pick<Core, 'store' | 'permissions'> {
  atoms: Atoms
}

/** Loads nothing before it is switched on. */
export function createTelephone(host: TelephoneHost): Telephone {
  const { atoms, store, permissions, i18n } = host
  const running = createValue<RunningPhone | null>(atoms, null)
  const isOn = store.own<boolean>('telephone')
  const config = () => store.systemConfig.get()?.softphone ?? null
  let asked: Promise<RunningPhone> | null = null

  async function start(): Promise<RunningPhone> {
    const [{ startPhone }] = await Promise.all([import('./startPhone.ts'), i18n.open('softphone')])
    return startPhone(config(), host)
  }

  const telephone: Telephone = {
    running,
    get state() {
      const phone = running.get()
      if (phone !== null) return phone.state
      return config() === null ? 'none' : 'off'
    },
    async switchOn() {
      // An exchange may have been configured since.
      if (running.get()?.state === 'none' && config() !== null) telephone.switchOff()
      const mine = asked ?? start()
      asked = mine
      try {
        const phone = await mine
        // It may have been switched off during the load.
        if (asked !== mine) phone.stop()
        else {
          running.set(phone)
          isOn.set(config() !== null)
        }
        return phone
      } catch (cause) {
        if (asked === mine) asked = null
        throw cause
      }
    },
    switchOff() {
      if (asked === null) return
      asked = null
      isOn.set(null)
      running.get()?.stop()
      running.set(null)
    },
    async resume() {
      if (isOn.get() === true && config() !== null && canUse(permissions, 'softphone_call')) await telephone.switchOn()
    },
    subscribe(changed) {
      running.subscribe(() => {
        changed()
        running.get()?.subscribe(changed)
      })
    },
  }
  return telephone
}
