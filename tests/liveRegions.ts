/** What `getByText` and its kin do not find. A text may be shown and announced: it would be found twice, or before it is shown. */
export const LIVE_REGIONS = '#polite, #assertive'

/** Empty live regions, as on the page of the console. */
export function liveRegions(): { polite: HTMLElement; assertive: HTMLElement } {
  const region = (id: string) => Object.assign(document.createElement('div'), { id })
  return { polite: region('polite'), assertive: region('assertive') }
}

/** What was announced last when the screen reader was idle. */
export const announced = (): string => document.querySelector('#polite')?.textContent ?? ''
