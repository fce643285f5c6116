export type Announcer = ReturnType<typeof createAnnouncer>

/**
 * Announces texts to screen readers through two live regions that are on the page from the start: `polite` when the screen
 * reader is idle, `assertive` at once. A repeated text is altered invisibly so that it is announced again.
 */
export function createAnnouncer(regions: { polite: HTMLElement; assertive: HTMLElement }) {
  const say = (region: HTMLElement) => (text: string) => {
    region.textContent = region.textContent === text ? `${text}\u00a0` : text
  }
  return { polite: say(regions.polite), assertive: say(regions.assertive) }
}
