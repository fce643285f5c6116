type Page = Pick<Window, 'document' | 'navigator'>

/** Text, and the same as HTML for whoever takes tables. */
export interface Clip {
  text: string
  html?: string
}

/**
 * Puts text on the clipboard, and tells whether it is there: a browser may refuse. Also on a plain-http address, where it has no
 * clipboard for scripts.
 */
export async function copyText({ text, html }: Clip, { document, navigator }: Page): Promise<boolean> {
  if (html !== undefined && copyBoth(text, html, document)) return true
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyMarked(text, document)
  }
}

/**
 * Text with a table beside it, the way a page answers to a copy of the user's. The browser's clipboard for scripts would hold the
 * table against the content policy of this page, and take its styles away.
 */
function copyBoth(text: string, html: string, document: Document): boolean {
  let isTaken = false
  const answer = (event: ClipboardEvent) => {
    if (event.clipboardData === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    event.clipboardData.setData('text/plain', text)
    event.clipboardData.setData('text/html', html)
    isTaken = true
  }
  document.addEventListener('copy', answer, true)
  const isCopied = copies(document)
  document.removeEventListener('copy', answer, true)
  return isCopied && isTaken
}

/** As a user would: writes it somewhere, marks it, copies. */
function copyMarked(text: string, document: Document): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  document.body.append(field)
  field.select()
  const isCopied = copies(document)
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return isCopied
}

/** Old, and in no standard any more: some day a browser will have no such thing. */
const copies = (document: Partial<Pick<Document, 'execCommand'>>): boolean => document.execCommand?.('copy') ?? false
