import type { SystemConfig } from '#contract/rows/system.ts'

type MapsConfig = Pick<SystemConfig['systemConfig'], 'mapsKey' | 'mapsHosts'>

/** The geocoding URL of an address; null when the gateway has no key or no service configured. */
export function placeUrl(address: string, { mapsKey, mapsHosts: [host] }: MapsConfig): string | null {
  if (mapsKey === null || mapsKey === '' || host === undefined) return null
  return `https://${host}/maps/api/geocode/json?${new URLSearchParams({ address, key: mapsKey })}`
}
