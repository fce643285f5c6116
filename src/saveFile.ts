import { fileName } from './format/dates.ts'
import type { Console } from './useConsole.tsx'

/** Some browsers read the file only after the click. */
const REVOKE_DELAY_MS = 60_000

/** Saves a blob as a browser download. */
export function saveFile({ blob, name }: { blob: Blob; name: string }, window: Window): void {
  const url = URL.createObjectURL(blob)
  const link = window.document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS)
}

/** Saves a downloaded file under the gateway's name, or one made of `what` and the time, and shows a toast with the name. */
export function saveAndNotify(
  { blob, name, what }: { blob: Blob; name: string | null; what: string },
  { clock, i18n, toasts }: Pick<Console, 'clock' | 'i18n' | 'toasts'>,
  window: Window,
): void {
  const saved = name ?? fileName(what, clock.now())
  saveFile({ blob, name: saved }, window)
  toasts.show({ tone: 'done', text: i18n.t('export.saved', { name: saved }) })
}
