import { guestCalls } from '#contract/guestCalls.ts'
import { APP } from '../../appIdentity.ts'
import { parseAddress } from '../../state/location.ts'

/** A path without personal data: no query, and digits replaced by zeros. */
const anonymizePath = (target: string): string => parseAddress(target).path.replace(/\d/g, '0')

export type Reports = ReturnType<typeof createReports>

interface ReportsHost {
  fetch: typeof fetch
  clock: { now(): number }
  location: { current(): string }
  hostname: string
  /** The target of page views; the gateway unless the build configures another service. */
  analyticsUrl: string | undefined
  /** The only host that reports crashes. */
  reportingHost: string
}

export function createReports({ fetch, clock, location, hostname, analyticsUrl, reportingHost }: ReportsHost) {
  let seen: string | null = null

  /** Sends a report that outlives the page: no token, no retry, errors ignored. */
  function post(url: string, body: object) {
    const headers = { 'Content-Type': 'application/json;charset=UTF-8' }
    fetch(url, { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }).catch(() => {})
  }

  return {
    /** Reports a page view; a repetition of the same page is not a new view. */
    pageView(viewed: string, title: string) {
      const path = anonymizePath(viewed)
      if (path === seen) return
      seen = path
      post(analyticsUrl ?? guestCalls.pageView.path, { path, title, at: new Date(clock.now()).toISOString() })
    },
    /** Reports a crash, from one configured host only. */
    crash(error: unknown) {
      if (hostname !== reportingHost) return
      const { message, stack } = error instanceof Error ? error : new Error(String(error))
      const reportOf = (length: number) => ({
        message: message.slice(0, length / 4),
        stack: (stack ?? '').slice(0, length),
        path: anonymizePath(location.current()).slice(0, 256),
        version: APP.version,
        build: APP.build,
        host: hostname,
      })
      let length = 8192
      // The gateway accepts 16 KiB. A character takes up to six bytes.
      while (new Blob([JSON.stringify(reportOf(length))]).size > 16_384) length /= 2
      post(guestCalls.clientError.path, reportOf(length))
    },
  }
}
