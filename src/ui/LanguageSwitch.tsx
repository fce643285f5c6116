interface LanguageSwitchProps<Locale extends string> {
  label: string
  offered: readonly { locale: Locale; name: string; tag: string }[]
  chosen: Locale
  onChoose(locale: Locale): void
}

/** Buttons for the languages, each with its own name. */
export const LanguageSwitch = <Locale extends string>({ label, offered, chosen, onChoose }: LanguageSwitchProps<Locale>) => (
  <fieldset className="segments">
    <legend className="sr-only">{label}</legend>
    {offered.map(({ locale, name, tag }) => (
      <button
        key={locale}
        type="button"
        lang={tag}
        aria-pressed={locale === chosen}
        className="segment small"
        onClick={() => onChoose(locale)}
      >
        {name}
      </button>
    ))}
  </fieldset>
)
