/** Expires all cookies visible to scripts, on this path and the root. */
export function clearCookies(page: Document): void {
  for (const cookie of page.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim()
    if (name === undefined || name === '') continue
    page.cookie = `${name}=; max-age=0`
    page.cookie = `${name}=; max-age=0; path=/`
  }
}
