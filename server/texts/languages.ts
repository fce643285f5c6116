/** The languages the gateway answers in. */
export const LANGUAGES = ['zh', 'en', 'id', 'vi', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

export const DEFAULT_LANGUAGE: Language = 'zh'

// The console may send `mx` (Mexican Spanish) or `es`.
const ALIASES: Record<string, Language> = { mx: 'es' }

/** The language of a tag such as `zh-CN`, `en_US`, `id` or `mx`; undefined when it is not supported. */
export function languageOfTag(tag: string): Language | undefined {
  const primary = tag.trim().split(/[-_]/)[0]!.toLowerCase()
  return LANGUAGES.find((language) => language === primary) ?? ALIASES[primary]
}

/** The supported language with the highest weight in an `Accept-Language` header; undefined when there is none. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  const entries = (header ?? '').split(',').map((entry) => {
    const [tag, ...parameters] = entry.split(';')
    const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find((q) => q !== undefined)
    return { language: languageOfTag(tag!), weight: Number(weight ?? 1) }
  })
  const known = entries.filter(({ language, weight }) => language !== undefined && weight > 0)
  return known.sort((one, other) => other.weight - one.weight)[0]?.language
}
