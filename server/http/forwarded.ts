import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import { isListed } from '../merchants/addresses.ts'

/**
 * Removes what is not an address from X-Forwarded-For, and everything to its left: only the entries to its right were written by
 * known proxies. The client's address is then that of the nearest one.
 */
export function cleanForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const text = headers['x-forwarded-for']
    if (text === undefined) return
    const entries = [text].flat().join(',').split(',')
    const addresses = entries.slice(entries.findLastIndex((entry) => isIP(entry.trim()) === 0) + 1)
    // Empty rather than deleted, so that the request still counts as forwarded.
    headers['x-forwarded-for'] = addresses.join(',')
  })
}

/** Headers of a scraper or of curl. A proxy adds others. */
const DIRECT_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'user-agent',
  'accept',
  'accept-encoding',
  'connection',
  'x-prometheus-scrape-timeout-seconds',
])
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Whether the request was made on this machine, without a proxy: from loopback, which is not a proxy's address, to a loopback
 * name, and with no header that such a request does not have. Proxies use many headers, so the known harmless ones are listed.
 */
export function isLocal({ raw, headers }: FastifyRequest, { trustedProxies }: Pick<Config, 'trustedProxies'>): boolean {
  const { remoteAddress = '' } = raw.socket
  if (!ipaddr.isValid(remoteAddress)) return false
  if (ipaddr.process(remoteAddress).range() !== 'loopback' || isListed(remoteAddress, trustedProxies)) return false
  // Some proxies speak HTTP/1.0 to the server behind them.
  if (raw.httpVersion !== '1.1' || !LOCAL_HOST.test(headers.host ?? '')) return false
  return Object.keys(headers).every((name) => DIRECT_HEADERS.has(name))
}
