import { ApiError } from '../api/errors.ts'
import type { Translate } from '../i18n.ts'

/** The gateway's message and code, or the code alone. */
export function failureText(error: unknown, t: Translate): string {
  const { message } = error as Error
  const code = error instanceof ApiError ? error.code : ''
  return code === '' || code === message ? message : t('list.failed.code', { message, code })
}
