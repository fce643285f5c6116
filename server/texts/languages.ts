/** The languages the gateway answers in. */
export const LANGUAGES = ['zh', 'en', 'id', 'vi', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

export const DEFAULT_LANGUAGE: Language = 'zh'

// Mexico's Spanish is Spanish; the console may hold either key.
const ALIASES: Record<string, Language> = { mx: 'es' }

/** The language of a tag such as `zh-CN`, `en_US`, `id` or `mx`; undefined for one that is not spoken here. */
export function languageOfTag(tag: string): Language | undefined {
  const primary = tag.trim().split(/[-_]/)[0]!.toLowerCase()
  return LANGUAGES.find((language) => language === primary) ?? ALIASES[primary]
}

/** The best language of an `Accept-Language` header; undefined when it names none of ours. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  const wishes = (header ?? '').split(',').map((wish) => {
    const [tag, ...parameters] = wish.split(';')
    const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find((q) => q !== undefined)
    return { language: languageOfTag(tag!), weight: Number(weight ?? 1) }
  })
  const known = wishes.filter(({ language, weight }) => language !== undefined && weight > 0)
  return known.sort((one, other) => other.weight - one.weight)[0]?.language
}
