import type { MessageKey } from '#locales/messages.ts'
import type { Translate } from '../i18n.ts'
import type { RunningPhone } from './startPhone.ts'

export type PhoneSnapshot = ReturnType<RunningPhone['actor']['getSnapshot']>

type OnlineState = 'registering' | 'ready' | 'calling' | 'ringing' | 'connecting' | 'talking'

export const stateIn = (snapshot: PhoneSnapshot) => (state: OnlineState) => snapshot.matches({ online: state })

export function statusOf(snapshot: PhoneSnapshot, t: Translate): { text: string; tone: 'quiet' | 'live' | 'bad' } {
  const { key, tone } = lineOf(snapshot)
  return { text: t(key, { number: snapshot.context.from ?? snapshot.context.number }), tone }
}

function lineOf(snapshot: PhoneSnapshot): { key: MessageKey; tone: 'quiet' | 'live' | 'bad' } {
  if (snapshot.matches('unconfigured')) return { key: 'softphone.unconfigured', tone: 'bad' }
  if (snapshot.matches('unreachable')) return { key: 'softphone.unreachable', tone: 'bad' }
  if (stateIn(snapshot)('registering')) return { key: 'softphone.registering', tone: 'quiet' }
  const call = (['calling', 'ringing', 'connecting', 'talking'] as const).find(stateIn(snapshot))
  if (call !== undefined) return { key: `softphone.${call}`, tone: 'live' }
  const { cause } = snapshot.context
  if (cause === null) return { key: 'softphone.ready', tone: 'quiet' }
  return { key: `softphone.ended.${cause}`, tone: cause === 'done' ? 'quiet' : 'bad' }
}
