import { fileName } from './format/dates.ts'
import type { Console } from './useConsole.tsx'

/** Hands a file that has arrived to the browser's own download. */
export function saveFile({ blob, name }: { blob: Blob; name: string }, window: Window): void {
  const url = URL.createObjectURL(blob)
  const link = window.document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Saves what the gateway sent, under its name or one made of `what` and the time, and says under which. */
export function saveAndNotify(
  { blob, name, what }: { blob: Blob; name: string | null; what: string },
  { clock, i18n, toasts }: Pick<Console, 'clock' | 'i18n' | 'toasts'>,
  window: Window,
): void {
  const saved = name ?? fileName(what, clock.now())
  saveFile({ blob, name: saved }, window)
  toasts.show({ tone: 'done', text: i18n.t('export.saved', { name: saved }) })
}
