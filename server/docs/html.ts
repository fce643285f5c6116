/** Text that is safe to stand in a page as it is. */
export interface Html {
  readonly html: string
}

const raw = (html: string): Html => ({ html })

type Part = Html | string | number | readonly Part[]

/** A piece of a page: texts between are escaped, pieces and lists of them are put in as they are. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  raw(strings.reduce((page, text, index) => page + written(parts[index - 1] ?? '') + text))

const written = (part: Part): string => {
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'html' in part ? part.html : part.map(written).join('')
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
