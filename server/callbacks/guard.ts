import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent } from 'undici'

export type Resolve = (host: string) => Promise<LookupAddress[]>

export interface GuardOptions {
  allowPrivate: boolean
  /** Origins on this machine that are allowed despite being private. */
  allowedOrigins: readonly string[]
  resolve?: Resolve
}

/** Callbacks must not be sent to this address. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress'
}

export type Guard = ReturnType<typeof guard>

const systemResolve: Resolve = (host) => lookup(host, { all: true, verbatim: true })

/** Keeps callbacks out of private networks (server-side request forgery). */
export function guard({ allowPrivate, allowedOrigins, resolve = systemResolve }: GuardOptions) {
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
    /** Parses the address; throws RefusedAddress. Host names are checked by the agent when it resolves them. */
    check(address: string): URL {
      const url = URL.parse(address)
      if (url === null || !['http:', 'https:'].includes(url.protocol)) throw new RefusedAddress('not an http address')
      if (url.username !== '' || url.password !== '') throw new RefusedAddress('an address with a password in it')
      if (allowedOrigins.includes(url.origin)) return url
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
