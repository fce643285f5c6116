import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent } from 'undici'
import { hostResolver, type Resolve } from './resolveHost.ts'

export interface GuardOptions {
  allowPrivate: boolean
  /** The origin of this gateway's demo endpoint, which is allowed despite being private; null without one. */
  demoOrigin: string | null
  resolve?: Resolve
}

/** Where the demo endpoint of a gateway, a server on its own machine, receives callbacks. */
export const DEMO_PATHS = { payin: '/demo-merchant/payin', payout: '/demo-merchant/payout' } as const

const isDemoEndpoint = ({ protocol, hostname, pathname }: URL): boolean =>
  protocol === 'http:' && hostname === '127.0.0.1' && Object.values<string>(DEMO_PATHS).includes(pathname)

/** Callbacks must not be sent to this address. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress'
}

export type Guard = ReturnType<typeof guard>

/** Keeps callbacks out of private networks (server-side request forgery). */
export function guard({ allowPrivate, demoOrigin, resolve = hostResolver() }: GuardOptions) {
  const mayReach = (address: string) => allowPrivate || isPublic(address)
  async function resolvePublic(host: string): Promise<LookupAddress[]> {
    const found = await resolve(host)
    const refused = found.find(({ address }) => !mayReach(address))
    if (refused !== undefined) throw new RefusedAddress(`${host} is ${refused.address}, which is not public`)
    return found
  }
  const checkedLookup: LookupFunction = (host, { all }, done) => {
    resolvePublic(host).then(
      (found) => (all === true ? done(null, found) : done(null, found[0]!.address, found[0]!.family)),
      (error: Error) => done(error, ''),
    )
  }
  return {
    /**
     * Checks addresses after name resolution and connects only to those, so DNS rebinding has no effect. One connection per
     * request: an idle connection that has just died would look like an unreachable merchant.
     */
    agent: new Agent({ pipelining: 0, connect: { lookup: checkedLookup } }),
    /**
     * Parses the address; throws RefusedAddress. Host names are checked by the agent when it resolves them. The demo endpoint of another
     * gateway on the same database, which may be on another machine or gone, becomes that of this gateway: both answer alike.
     */
    check(address: string): URL {
      const url = URL.parse(address)
      if (url === null || !['http:', 'https:'].includes(url.protocol)) throw new RefusedAddress('not an http address')
      if (url.username !== '' || url.password !== '') throw new RefusedAddress('an address with a password in it')
      if (url.origin === demoOrigin) return url
      if (demoOrigin !== null && isDemoEndpoint(url)) return new URL(url.pathname + url.search, demoOrigin)
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (ipaddr.isValid(host) && !mayReach(host)) throw new RefusedAddress(`${host} is not public`)
      return url
    },
  }
}

/**
 * Whether the address is public; an IPv4-mapped IPv6 address is judged as IPv4. Of IPv6 only 2000::/3 is assigned to the
 * internet. Other ranges may contain an IPv4 address: `::7f00:1` is 127.0.0.1.
 */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST))
}

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')
