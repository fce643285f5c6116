import type { TelephoneState } from '#commands/appScope.ts'
import { canUse } from '#contract/authority.ts'
import { type Atoms, createValue } from '../state/atoms.ts'
import { isFlag } from '../state/storedShapes.ts'
import type { Core } from '../useCore.tsx'
import type { PhoneHost, RunningPhone } from './startPhone.ts'

/** The telephone of a console. Once switched on it receives calls until it is switched off or the user signs out. */
export type Telephone = ReturnType<typeof createTelephone>

/** Loads nothing before it is switched on. */
export function createTelephone(host: PhoneHost & Pick<Core, 'store' | 'permissions'> & { atoms: Atoms }) {
  const { atoms, store, permissions, i18n } = host
  const running = createValue<RunningPhone | null>(atoms, null)
  const isOn = store.own('telephone', isFlag)
  const config = () => store.systemConfig.get()?.softphone ?? null
  let asked: Promise<RunningPhone> | null = null

  async function start(): Promise<RunningPhone> {
    const [{ startPhone }] = await Promise.all([import('./startPhone.ts'), i18n.open('softphone')])
    return startPhone(config(), host)
  }

  async function switchOn(): Promise<RunningPhone> {
    // An exchange may have been configured since.
    if (running.get()?.state === 'none' && config() !== null) switchOff()
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
  }

  function switchOff() {
    if (asked === null) return
    asked = null
    isOn.set(null)
    running.get()?.stop()
    running.set(null)
  }

  return {
    /** Null while it is off. */
    running,
    get state(): TelephoneState {
      return running.get()?.state ?? (config() === null ? 'none' : 'off')
    },
    /** Resolves when script and texts have loaded. */
    switchOn,
    switchOff,
    /** Switches the telephone on again if it was on before the page was reloaded. */
    async resume() {
      if (isOn.get() === true && config() !== null && canUse(permissions, 'softphone_call')) await switchOn()
    },
    subscribe(changed: () => void) {
      running.subscribe(() => {
        changed()
        running.get()?.subscribe(changed)
      })
    },
  }
}
