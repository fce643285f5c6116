import { type ActorRefFrom, createActor } from 'xstate'
import type { TelephoneState } from '#commands/appScope.ts'
import type { SoftphoneConfig } from '#contract/rows/system.ts'
import { softphoneMachine } from '#machines/softphone/softphoneMachine.ts'
import { LOCALES } from '../i18n.ts'
import type { Desktop } from '../notices/desktop.ts'
import type { Core } from '../useCore.tsx'
import { createPhone } from './phone.ts'

/** The services a phone uses to announce calls. */
export interface PhoneHost extends Pick<Core, 'announcer' | 'i18n' | 'toasts'> {
  desktop: Desktop
  /** Coordinates the tabs of this browser; undefined on an insecure origin. */
  locks: LockManager | undefined
}

export type RunningPhone = ReturnType<typeof startPhone>

const RINGING = 'paydesk.call'

/** Starts the telephone, and announces incoming calls on every screen. Without an exchange it only holds a number. */
export function startPhone(config: SoftphoneConfig | null, host: PhoneHost) {
  const { announcer, desktop, i18n, locks, toasts } = host
  const phone = config === null ? null : createPhone(config)
  const machine =
    phone === null
      ? softphoneMachine
      : softphoneMachine.provide({ actors: { phone: phone.logic }, guards: { isRegistered: phone.isRegistered } })
  const actor = createActor(machine, { input: { number: '', isConfigured: config !== null } })
  const state = () => stateOf(actor.getSnapshot())
  let before: TelephoneState = state()
  let stopRinging: (() => void) | null = null

  actor.subscribe((snapshot) => {
    const now = stateOf(snapshot)
    if (now === before) return
    if (now === 'ringing') ring(snapshot.context.from ?? '')
    else endRinging()
    if (now === 'lost' && snapshot.context.wasKnown) {
      toasts.show({ tone: 'error', title: i18n.t('softphone.name'), text: i18n.t('softphone.lost'), stays: true })
    }
    before = now
  })

  function ring(number: string) {
    const text = i18n.t('softphone.ringing', { number })
    announcer.assertive(text)
    stopRinging = runInOneTab(locks, RINGING, () =>
      desktop.show({
        tag: RINGING,
        title: i18n.t('softphone.name'),
        text,
        lang: LOCALES[i18n.locale].tag,
        stays: true,
        onClick: () => {},
      }),
    )
  }

  function endRinging() {
    stopRinging?.()
    stopRinging = null
  }

  actor.start()
  return {
    actor,
    get state() {
      return state()
    },
    subscribe: (changed: () => void) => void actor.subscribe(changed),
    /** Hangs up and unregisters. */
    stop() {
      endRinging()
      actor.stop()
    },
  }
}

type Snapshot = ReturnType<ActorRefFrom<typeof softphoneMachine>['getSnapshot']>

/** The state in the terms of the commands. */
function stateOf(snapshot: Snapshot): TelephoneState {
  if (snapshot.matches('unconfigured')) return 'none'
  if (snapshot.matches('unreachable')) return 'lost'
  if (snapshot.matches({ online: 'ringing' })) return 'ringing'
  if (snapshot.matches({ online: 'talking' })) return 'talking'
  if (snapshot.matches({ online: 'calling' }) || snapshot.matches({ online: 'connecting' })) return 'calling'
  return 'waiting'
}

/**
 * Runs something in only one of the tabs that request it: the first gets the lock, and no other takes over. Returns the
 * function that ends it. Without the Web Locks API every tab runs it.
 */
function runInOneTab(locks: LockManager | undefined, name: string, begin: () => (() => void) | null): () => void {
  const over = Promise.withResolvers<void>()
  let isOver = false
  let end: (() => void) | null = null
  const start = () => {
    end = begin()
  }
  if (locks === undefined) start()
  else {
    const mine = (lock: Lock | null) => {
      if (lock === null || isOver) return
      start()
      return over.promise
    }
    // A page without access to locks cannot show notifications either.
    locks.request(name, { ifAvailable: true }, mine).catch(() => {})
  }
  return () => {
    isOver = true
    end?.()
    over.resolve()
  }
}
