/** Escaped HTML. */
export interface Html {
  readonly html: string
}

type Part = Html | string | number | readonly Part[]

/** Template tag for HTML: interpolated text is escaped, interpolated `Html` and lists of it are inserted unchanged. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: strings.reduce((page, text, index) => page + render(parts[index - 1] ?? '') + text),
})

const render = (part: Part): string => {
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'html' in part ? part.html : part.map(render).join('')
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
