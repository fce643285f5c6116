import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent } from 'undici'

/** The addresses a name stands for, at least one. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

export interface GuardOptions {
  /** Lets every address pass. */
  allowPrivate: boolean
  /** Origins on this machine that may be called all the same. */
  allowedOrigins: readonly string[]
  resolve?: Resolve
}

/** The address leads somewhere a callback must not go. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress'
}

export interface Guard {
  /** Connects only to addresses that were checked, after the name was resolved: a name cannot change its mind in between. */
  agent: Agent
  /** The address as it may be called; throws a RefusedAddress. Names are checked by the agent, when it resolves them. */
  check(address: string): URL
}

const systemResolve: Resolve = (host) => lookup(host, { all: true, verbatim: true })

/** Keeps callbacks out of private networks, so that nobody makes the gateway call what only it can reach. */
export function guard({ allowPrivate, allowedOrigins, resolve = systemResolve }: GuardOptions): Guard {
  const mayReach = (address: string) => allowPrivate || isPublic(address)
  async function find(host: string): Promise<LookupAddress[]> {
    const found = await resolve(host)
    const refused = found.find(({ address }) => !mayReach(address))
    if (refused !== undefined) throw new RefusedAddress(`${host} is ${refused.address}, which is not public`)
    return found
  }
  const checkedLookup: LookupFunction = (host, { all }, done) => {
    find(host).then(
      (found) => (all === true ? done(null, found) : done(null, found[0]!.address, found[0]!.family)),
      (error: Error) => done(error, ''),
    )
  }
  return {
    // One connection a request: a merchant's idle connection that has just died would look like a merchant that is down.
    agent: new Agent({ pipelining: 0, connect: { lookup: checkedLookup } }),
    check(address) {
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

/** Whether the address is one of the open internet; an IPv4 address in IPv6 clothes counts as what it is. */
export const isPublic = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
