import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { plainAddress } from '../merchants/addresses.ts'
import type { Upstream } from './upstream.ts'

type Headers = IncomingHttpHeaders
type Client = Pick<FastifyRequest, 'method' | 'ip' | 'ips' | 'protocol' | 'host'>

/** Headers of one connection (RFC 9110, 7.6.1, and those for the proxy itself). A proxy does not pass them on. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'http2-settings',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Claims of a client about its own origin, and an expectation that has been met already. */
const REPLACED = /^(forwarded|x-forwarded-.*|x-real-ip|expect)$/

/** Headers that describe a body. A GET has none. */
const OF_BODY = /^content-(length|type)$/

/** What a gateway says about its own origin would hold for the front's: its protocol, its port, its storage, its reports. */
const ABOUT_ORIGIN: ReadonlySet<string> = new Set([
  'alt-svc',
  'clear-site-data',
  'nel',
  'public-key-pins',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'strict-transport-security',
])

/** The headers of the request to the gateway. The client's address is the last that trusted proxies vouch for, then theirs. */
export function requestHeaders(client: Client, headers: Headers, { origin }: Upstream): Headers {
  const hasBody = client.method !== 'GET' && client.method !== 'HEAD'
  const passed = endToEnd(headers).filter(([name]) => !REPLACED.test(name) && (hasBody || !OF_BODY.test(name)))
  const addresses = client.ips ?? [client.ip]
  return {
    ...Object.fromEntries(passed),
    host: origin.host,
    'x-forwarded-for': addresses.map(plainAddress).reverse().join(', '),
    'x-forwarded-proto': client.protocol,
    ...(client.host && { 'x-forwarded-host': client.host }),
  }
}

/** The headers of the gateway's reply that go to the client, with addresses of the gateway turned into the front's. */
export function responseHeaders(headers: Headers, path: string, upstream: Upstream): Headers {
  const passed = Object.fromEntries(endToEnd(headers).filter(([name]) => !ABOUT_ORIGIN.has(name)))
  const { location } = passed
  if (typeof location === 'string') passed.location = frontLocation(location, path, upstream)
  const cookies = passed['set-cookie']
  if (cookies !== undefined) passed['set-cookie'] = [cookies].flat().map((cookie) => frontCookie(String(cookie), upstream))
  return passed
}

function endToEnd(headers: Headers): [string, Headers[string]][] {
  const named = new Set(
    String(headers.connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  )
  return Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name))
}

/**
 * The address of a redirect: one at the gateway becomes one at the front. An address outside of the gateway's base path is not
 * proxied, so it leads to the gateway itself. `path` is the path of the request, as sent to the gateway.
 */
function frontLocation(location: string, path: string, { origin, basePath }: Upstream): string {
  const target = URL.parse(location, new URL(path, origin))
  // Behind a proxy that ends TLS, gateways often name the wrong protocol.
  if (target === null || target.host !== origin.host || !/^https?:$/.test(target.protocol)) return location
  const { pathname, search, hash } = target
  if (!`${pathname}/`.startsWith(`${basePath}/`)) return origin.origin + pathname + search + hash
  return (pathname.slice(basePath.length) || '/') + search + hash
}

/** A cookie for the front: without the gateway's domain, and without its base path. */
const frontCookie = (cookie: string, { basePath }: Upstream): string =>
  cookie
    .split(';')
    .filter((part, index) => index === 0 || !/^\s*domain\s*=/i.test(part))
    .map((part, index) =>
      index === 0 ? part : part.replace(/^(\s*path\s*=\s*)(.*)$/i, (_, name, path) => name + frontPath(path, basePath)),
    )
    .join(';')

const frontPath = (path: string, basePath: string): string =>
  basePath !== '' && `${path}/`.startsWith(`${basePath}/`) ? path.slice(basePath.length) || '/' : path
