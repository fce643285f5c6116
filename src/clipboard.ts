type Page = Pick<Window, 'document' | 'navigator'>

/** Plain text, and the same as HTML for applications that paste tables. */
export interface Clip {
  text: string
  html?: string
}

/**
 * Copies to the clipboard. Resolves with false when the browser refuses. Also works on plain http, where `navigator.clipboard`
 * does not exist.
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
 * Copies text and HTML by handling a `copy` event. `navigator.clipboard` would apply this page's content security policy to the
 * HTML and strip its styles.
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

/** Copies by selecting a temporary text field. */
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

/** `execCommand` is deprecated and may be missing in future browsers. */
const copies = (document: Partial<Pick<Document, 'execCommand'>>): boolean => document.execCommand?.('copy') ?? false
