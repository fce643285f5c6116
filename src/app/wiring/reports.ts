import { guestCalls } from '#contract/guestCalls.ts'
import { APP } from '../../appIdentity.ts'
import { parseAddress } from '../../state/location.ts'

/** Sends a report without waiting: no token, no retry, errors ignored. */
export type Post = (url: string, body: object) => void

/** Sends requests that outlive the page. */
export const createPost =
  (fetch: typeof globalThis.fetch): Post =>
  (url, body) => {
    fetch(url, {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json;charset=UTF-8' },
      body: JSON.stringify(body),
    }).catch(() => {})
  }

/** A path without personal data: no query, and digits replaced by zeros. */
export const anonymizePath = (target: string): string => parseAddress(target).path.replace(/\d/g, '0')

export type Reports = ReturnType<typeof createReports>

interface ReportsHost {
  post: Post
  now(): Date
  target(): string
  hostname: string
  /** The target of page views; the gateway unless the build configures another service. */
  analyticsUrl: string | undefined
  /** The only host that reports crashes. */
  reportingHost: string
}

export function createReports({ post, now, target, hostname, analyticsUrl, reportingHost }: ReportsHost) {
  let seen: string | null = null
  return {
    /** Reports a page view; a repetition of the same page is not a new view. */
    pageView(viewed: string, title: string) {
      const path = anonymizePath(viewed)
      if (path === seen) return
      seen = path
      post(analyticsUrl ?? guestCalls.pageView.path, { path, title, at: now().toISOString() })
    },
    /** Reports a crash, from one configured host only. */
    crash(error: unknown) {
      if (hostname !== reportingHost) return
      const { message, stack } = error instanceof Error ? error : new Error(String(error))
      // Including the JSON syntax the report stays below the gateway's limit of 16 KiB.
      const report = { message: message.slice(0, 2048), stack: (stack ?? '').slice(0, 8192), path: anonymizePath(target()) }
      const { version, build } = APP
      post(guestCalls.clientError.path, { ...report, version, build, host: hostname })
    },
  }
}
