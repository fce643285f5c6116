import { expect, test } from 'vitest'
import { createReports } from '../../src/app/wiring/reports.ts'

function reportsFrom(hostname: string, analyticsUrl?: string) {
  const posted: [string, object][] = []
  const reports = createReports({
    fetch: async (url, init) => {
      posted.push([String(url), JSON.parse(String(init?.body))])
      return new Response()
    },
    clock: { now: () => Date.UTC(2026, 10, 21) },
    location: { current: () => '/transaction/payin?orderNo=INV-1' },
    hostname,
    analyticsUrl,
    reportingHost: 'demo.console.invalid',
  })
  return { reports, posted }
}

test('a page is reported once, without its query and its numbers', () => {
  const { reports, posted } = reportsFrom('localhost')
  reports.pageView('/transaction/payin?orderNo=1', 'Payin')
  reports.pageView('/transaction/payin?orderNo=2', 'Payin')
  reports.pageView('/exception/404', '404')
  expect(posted).toEqual([
    ['/api/client/page-view', { path: '/transaction/payin', title: 'Payin', at: '2026-11-21T00:00:00.000Z' }],
    ['/api/client/page-view', { path: '/exception/000', title: '404', at: '2026-11-21T00:00:00.000Z' }],
  ])
})

test('another analytics service can be configured', () => {
  const { reports, posted } = reportsFrom('localhost', 'https://analytics.example/v')
  reports.pageView('/', 'Paydesk')
  expect(posted.map(([url]) => url)).toEqual(['https://analytics.example/v'])
})

test.each([
  ['m', '    at line\n'],
  ['错', '    at 订单列表\n'],
  ['\0', '\0'],
])('the longest report is within the gateway’s limit, and not much below: %j', (inMessage, inStack) => {
  const { reports, posted } = reportsFrom('demo.console.invalid')
  const error = new Error(inMessage.repeat(20_000))
  error.stack = inStack.repeat(10_000)
  reports.crash(error)
  const { size } = new Blob([JSON.stringify(posted[0]?.[1])])
  expect(size).toBeLessThanOrEqual(16 * 1024)
  expect(size).toBeGreaterThan(8 * 1024)
})

test('crashes are reported from the one configured host only', () => {
  const elsewhere = reportsFrom('localhost')
  elsewhere.reports.crash(new Error('x'))
  expect(elsewhere.posted).toEqual([])
  const there = reportsFrom('demo.console.invalid')
  there.reports.crash(new Error('x'))
  expect(there.posted).toMatchObject([
    [
      '/api/client/error',
      { message: 'x', path: '/transaction/payin', version: '1.0.0', build: '0004', host: 'demo.console.invalid' },
    ],
  ])
})
