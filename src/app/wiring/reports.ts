import { guestCalls } from '#contract/guestCalls.ts'
import { APP } from '../../appIdentity.ts'
import { parseAddress } from '../../state/location.ts'

/** Sends small reports that nobody waits for: no token, no retry, no error when they do not arrive. */
export type Post = (url: string, body: object) => void

/** Posts that outlive the page. */
export const postWith =
  (fetch: typeof globalThis.fetch): Post =>
  (url, body) => {
    fetch(url, {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json;charset=UTF-8' },
      body: JSON.stringify(body),
    }).catch(() => {})
  }

/** A path without what could tell about a person: no query, and digits are zeroes. */
export const anonymous = (target: string): string => parseAddress(target).path.replace(/\d/g, '0')

interface Reports {
  /** Says once that a page is looked at; the same page again in a row is not a new view. */
  pageView(target: string, title: string): void
  /** Tells of a crash, from one configured host only. */
  crash(error: unknown): void
}

interface ReportsHost {
  post: Post
  now(): Date
  target(): string
  hostname: string
  /** Where page views go; the gateway unless the build names another service. */
  analyticsUrl: string | undefined
  /** The one host whose crashes are reported. */
  reportingHost: string
}

export function createReports({ post, now, target, hostname, analyticsUrl, reportingHost }: ReportsHost): Reports {
  let seen: string | null = null
  return {
    pageView(viewed, title) {
      const path = anonymous(viewed)
      if (path === seen) return
      seen = path
      post(analyticsUrl ?? guestCalls.pageView.path, { path, title, at: now().toISOString() })
    },
    crash(error) {
      if (hostname !== reportingHost) return
      const { message, stack } = error instanceof Error ? error : new Error(String(error))
      // With what JSON adds the whole of it stays below the 16 KiB that a gateway takes.
      const report = { message: message.slice(0, 2048), stack: (stack ?? '').slice(0, 8192), path: anonymous(target()) }
      const { version, build } = APP
      post(guestCalls.clientError.path, { ...report, version, build, host: hostname })
    },
  }
}
