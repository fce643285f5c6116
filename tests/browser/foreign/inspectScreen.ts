import type { Page } from 'playwright-core'

/** What no screen may show: names of texts, values that are none, and the failure of a call that the user did not make. */
const NOT_FOR_USERS = [
  /doesn’t offer this/,
  /\[[a-z]\w*(\.[\w-]+)+\]/,
  /\bundefined\b/,
  /\bNaN\b/,
  /\[object \w+\]/,
  /invalid date/i,
]

/** The zones of Jakarta and of the browser, ahead of UTC. */
const ZONES_MS = [7 * 3_600_000, 8 * 3_600_000]

/** The present minute in these zones, as screens show it. */
function presentMinutes(): string[] {
  const now = Date.now()
  return [0, -60_000].flatMap((ago) => ZONES_MS.map((zone) => new Date(now + ago + zone).toISOString().slice(11, 16)))
}

/** Runs in the page: everything that is read on it, names of controls included. */
const textOfPage = () => {
  const spoken = Array.from(document.querySelectorAll('[aria-label], [title]'), (element) =>
    [element.getAttribute('aria-label'), element.getAttribute('title')].join(' '),
  )
  const typed = Array.from(document.querySelectorAll('input, textarea'), (field) => (field as HTMLInputElement).value)
  return {
    text: [document.body.innerText, ...spoken, ...typed].join('\n'),
    isFault: document.querySelector('h1, h2')?.textContent?.trim() === '500',
    isSignedIn: localStorage.getItem('token') !== null,
  }
}

/** The faults of the open screen. A time of the present minute is one unless a reply of the gateway has it. */
export async function inspectScreen(page: Page, screen: string, replies: readonly string[]): Promise<string[]> {
  const minutes = presentMinutes()
  const { text, isFault, isSignedIn } = await page.evaluate(textOfPage)
  const sent = replies.join()
  const invented = minutes.find((minute) => text.includes(minute) && !sent.includes(minute))
  return [
    ...NOT_FOR_USERS.flatMap((pattern) => pattern.exec(text)?.[0] ?? []),
    ...(isFault && screen !== '/exception/500' ? ['the 500 view'] : []),
    ...(isSignedIn ? [] : ['the session is gone']),
    ...(invented === undefined ? [] : [`the time ${invented}`]),
  ].map((fault) => `${screen}: ${fault}`)
}
