/** Speaks to screen readers through two live regions that are on the page from the start. */
export interface Announcer {
  /** When the reader has time. */
  polite(text: string): void
  /** At once: errors. */
  assertive(text: string): void
}

/** The regions take the newest text; the same text twice is made different so that it is read twice. */
export function createAnnouncer(regions: { polite: HTMLElement; assertive: HTMLElement }): Announcer {
  const say = (region: HTMLElement) => (text: string) => {
    region.textContent = region.textContent === text ? `${text}\u00a0` : text
  }
  return { polite: say(regions.polite), assertive: say(regions.assertive) }
}
