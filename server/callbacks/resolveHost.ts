import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'

export type Resolve = (host: string) => Promise<LookupAddress[]>

interface ResolveOptions {
  /** Name servers, as `127.0.0.1:5353`; those of the system by default. */
  servers?: readonly string[]
  hostsFile?: string
}

/** For a name server that does not answer, two tries take about six seconds. */
const DNS_LIMITS = { timeout: 2_000, tries: 2 }

const HOSTS_FILE =
  process.platform === 'win32' ? join(process.env.SystemRoot ?? '', 'System32/drivers/etc/hosts') : '/etc/hosts'

/**
 * Resolves names by the hosts file or by sockets to name servers. The resolver of the operating system blocks one of few threads, which
 * connections to the database need as well, for as long as a merchant's name server is silent. It gets only names that the machine or its
 * own network answers for: those without a dot, and `*.localhost`.
 */
export const hostResolver =
  ({ servers, hostsFile = HOSTS_FILE }: ResolveOptions = {}): Resolve =>
  async (host) => {
    if (!host.includes('.') || host.endsWith('.localhost')) return lookup(host, { all: true, order: 'verbatim' })
    const listed = await listedAddresses(hostsFile, host)
    return listed.length > 0 ? listed : askServers(host, servers)
  }

async function listedAddresses(hostsFile: string, host: string): Promise<LookupAddress[]> {
  const lines = (await readFile(hostsFile, 'utf8').catch(() => '')).split('\n')
  return lines.flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    return names.includes(host) && isIP(address) !== 0 ? [withFamily(address)] : []
  })
}

async function askServers(host: string, servers: readonly string[] | undefined): Promise<LookupAddress[]> {
  // A resolver of its own reads the settings of the system anew, and its queries have ports of their own.
  const resolver = new Resolver(DNS_LIMITS)
  if (servers !== undefined) resolver.setServers(servers)
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason
  return [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.map(withFamily) : []))
}

const withFamily = (address: string): LookupAddress => ({ address, family: isIP(address) })
