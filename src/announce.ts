/** Announces texts to screen readers through two live regions that are on the page from the start. */
export interface Announcer {
  /** Announced when the screen reader is idle. */
  polite(text: string): void
  /** Announced at once: errors. */
  assertive(text: string): void
}

/** Each region holds its newest text. A repeated text is altered invisibly so that it is announced again. */
export function createAnnouncer(regions: { polite: HTMLElement; assertive: HTMLElement }): Announcer {
  const say = (region: HTMLElement) => (text: string) => {
    region.textContent = region.textContent === text ? `${text}\u00a0` : text
  }
  return { polite: say(regions.polite), assertive: say(regions.assertive) }
}
