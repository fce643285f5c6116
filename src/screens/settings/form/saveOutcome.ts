import type { SaveOutcome } from '#machines/settings/savingMachine.ts'
import { ApiError } from '../../../api/errors.ts'
import { fetchHashed } from '../../../api/fetchHashed.ts'
import { isDefinitive } from '../../../api/isDefinitive.ts'
import type { Console } from '../../../useConsole.tsx'

/** What came of asking for a change. A refusal is an answer; a fault leaves nobody knowing. */
export async function saveOutcome<Saved>(
  { connection, i18n, toasts }: Pick<Console, 'connection' | 'i18n' | 'toasts'>,
  ask: () => Promise<Saved>,
): Promise<SaveOutcome<Saved>> {
  const hash = await fetchHashed().catch(() => null)
  // Before anything has left, that nothing has is certain.
  if (hash === null || connection.lost || !navigator.onLine) {
    return { kind: 'refused', code: 'NETWORK_ERROR', message: i18n.t('error.unsent'), fields: {}, isDefinitive: false }
  }
  try {
    return { kind: 'saved', saved: await ask() }
  } catch (cause) {
    if (!(cause instanceof ApiError) || !cause.isAnswer) throw cause
    const { code, message, fields } = cause
    // Under the fields stands what is wrong with each; what the gateway says of the whole has no place of its own.
    if (Object.keys(fields).length > 0) toasts.show({ tone: 'error', title: i18n.t('error.title'), text: message })
    return { kind: 'refused', code, message, fields, isDefinitive: isDefinitive(code) }
  }
}
