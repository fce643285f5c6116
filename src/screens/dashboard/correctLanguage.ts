/**
 * What draws makes a number format of the browser's language as it is loaded, and throws where the system calls it by a name that
 * is none, like `en-US@posix`. Our own numbers are written in the language of the console.
 */
export function correctLanguage(browser: Pick<Navigator, 'language'>): void {
  try {
    Intl.getCanonicalLocales(browser.language)
  } catch {
    Object.defineProperty(browser, 'language', { value: 'en', configurable: true })
  }
}
