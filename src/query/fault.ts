import type { MessageKey } from '#locales/messages.ts'

/** A range of a text: `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface Fault extends Span {
  readonly key: MessageKey
  readonly params: Readonly<Record<string, string>>
}

export const isFault = (outcome: object): outcome is Fault => 'start' in outcome

export const fault = ({ start, end }: Span, key: MessageKey, params: Fault['params'] = {}): Fault => ({
  start,
  end,
  key,
  params,
})
