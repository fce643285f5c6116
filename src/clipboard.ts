type Page = Pick<Window, 'document' | 'navigator'>

/**
 * Puts text on the clipboard, and tells whether it is there: a browser may refuse. Also on a plain-http address, where it has no
 * clipboard for scripts.
 */
export async function copyText(text: string, { document, navigator }: Page): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyMarked(text, document)
  }
}

/** As a user would: writes it somewhere, marks it, copies. */
function copyMarked(text: string, document: Document): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return isCopied
}
