/**
 * Replaces an invalid browser language such as `en-US@posix` by `en`, because the chart library makes a number format of it on
 * import, which would throw. The console formats its own numbers in its own language.
 */
export function correctLanguage(browser: Pick<Navigator, 'language'>): void {
  try {
    Intl.getCanonicalLocales(browser.language)
  } catch {
    Object.defineProperty(browser, 'language', { value: 'en', configurable: true })
  }
}
