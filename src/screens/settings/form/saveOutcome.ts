import type { SaveOutcome } from '#machines/settings/savingMachine.ts'
import { ApiError } from '../../../api/errors.ts'
import { isDefinitive } from '../../../api/isDefinitive.ts'
import { loadSha256Hex } from '../../../api/loadSha256Hex.ts'
import type { Console } from '../../../useConsole.tsx'

/** Runs a save. Returns a refusal as a value; throws when the outcome is unknown. */
export async function saveOutcome<Saved>(
  { connection, i18n, toasts }: Pick<Console, 'connection' | 'i18n' | 'toasts'>,
  ask: () => Promise<Saved>,
): Promise<SaveOutcome<Saved>> {
  const hash = await loadSha256Hex().catch(() => null)
  // Nothing has been sent yet, so a failure here is definitive.
  if (hash === null || connection.isLost || !navigator.onLine) {
    return { kind: 'refused', code: 'NETWORK_ERROR', message: i18n.t('error.unsent'), fields: {}, isDefinitive: false }
  }
  try {
    return { kind: 'saved', saved: await ask() }
  } catch (cause) {
    if (!(cause instanceof ApiError) || !cause.isAnswer) throw cause
    const { code, message, fields } = cause
    // The form shows the faults at their fields but not the message of the refusal, so a toast does.
    if (Object.keys(fields).length > 0) toasts.show({ tone: 'error', title: i18n.t('error.title'), text: message })
    return { kind: 'refused', code, message, fields, isDefinitive: isDefinitive(code) }
  }
}
