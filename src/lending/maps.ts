import type { SystemConfig } from '#contract/rows/system.ts'

type MapsConfig = Pick<SystemConfig['systemConfig'], 'mapsKey' | 'mapsHosts'>

/** Where a maps service says what lies at a written address; null where the gateway has given no key or names no service. */
export function placeUrl(address: string, { mapsKey, mapsHosts: [host] }: MapsConfig): string | null {
  if (mapsKey === '' || host === undefined) return null
  return `https://${host}/maps/api/geocode/json?${new URLSearchParams({ address, key: mapsKey })}`
}
