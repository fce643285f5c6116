/** Puts text on the clipboard; also on a plain-http address, where the browser has no clipboard for scripts. */
export async function copyText(text: string, { document, navigator }: Pick<Window, 'document' | 'navigator'>): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
}
