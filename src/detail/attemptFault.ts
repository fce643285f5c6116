import type { CallbackAttempt } from '#contract/rows/callbacks.ts'
import type { Translate } from '../i18n.ts'

const MOST_CHARACTERS = 60

/** What went wrong with a callback, for a user: the failure, or the answer that is no acknowledgement; null otherwise. */
export function attemptFault({ error, outcome, response }: CallbackAttempt, t: Translate): string | null {
  if (error !== null) return error
  if (outcome !== 'NOT_ACKNOWLEDGED') return null
  const text = (response ?? '').trim()
  const shown = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
  return t('detail.unexpected', { response: shown })
}
