import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listLoaded, startApp, type TestApp } from '../app.tsx'

const TXN = 'Paydesk-Money1'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ orders: 20 })
})
afterAll(() => app.close())

const named = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!
const fault = (status: number) => Response.json({ status: 'error', error: 'DOWN', message: 'No luck today' }, { status })

/** Fails reads of this path, and no changes. */
function failReads(path: string, status: number) {
  app.network = async (asked, pass) => (asked === path && app.calls.at(-1) === `GET ${path}` ? fault(status) : pass())
}

const LIST = '/transaction/payin'

/** Opens a list and from there the page. */
async function openFromList(address: string) {
  await app.openAs('merchant', { address: LIST })
  await listLoaded()
  window.location.hash = address
}

const readsOf = (path: string) => app.calls.filter((call) => call === `GET ${path}`).length

/** Presses Retry on the page and waits until the read has failed again. */
async function retryInVain(path: string) {
  const before = readsOf(path)
  const retry = await within(document.querySelector('main')!).findByRole('button', { name: 'Retry' })
  await app.tabTo(retry)
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(readsOf(path)).toBe(before + 1))
  await within(document.querySelector('main')!).findByRole('button', { name: 'Retry' })
  expect(document.activeElement).not.toBe(document.body)
}

const PAGES = [
  ['/account/info', '/api/account/info'],
  ['/merchant/info', '/api/merchant/info'],
  ['/merchant/secret', '/api/merchant/secret'],
  ['/merchant/iplist', '/api/merchant/ip-list'],
] as const

describe('The read of a page that fails', () => {
  test.each(PAGES)(
    'leads from %s to the error page the first time, and no later; Retry keeps the focus',
    async (address, path) => {
      await openFromList(LIST)
      failReads(path, 503)
      window.location.hash = address
      await waitFor(() => expect(app.address()).toBe('/exception/500'))

      app.network = null
      await openFromList(LIST)
      failReads(path, 429)
      window.location.hash = address
      await within(document.querySelector('main')!).findByRole('button', { name: 'Retry' })
      failReads(path, 503)
      await retryInVain(path)
      expect(app.address()).toBe(address)
      app.network = null
      await app.tabTo(within(document.querySelector('main')!).getByRole('button', { name: 'Retry' }))
      await app.user.keyboard('{Enter}')
      await waitFor(() => expect(within(document.querySelector('main')!).queryByRole('button', { name: 'Retry' })).toBeNull())
      await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull())
      expect(document.activeElement).not.toBe(document.body)
      expect(app.address()).toBe(address)
    },
  )

  test.each(PAGES)('does not lead away from another page when %s has been left', async (address, path) => {
    await openFromList(LIST)
    const { promise, resolve } = Promise.withResolvers<Response>()
    const answered = Promise.withResolvers<void>()
    app.network = (asked, pass) => {
      if (asked !== path) return pass()
      return promise.finally(answered.resolve)
    }
    const before = readsOf(path)
    window.location.hash = address
    await waitFor(() => expect(readsOf(path)).toBe(before + 1))
    window.location.hash = LIST
    await listLoaded()
    resolve(fault(503))
    await answered.promise
    await new Promise((settled) => setTimeout(settled, 50))
    expect(app.address()).toBe(LIST)
    expect(screen.queryByText('No luck today')).toBeNull()
  })

  test('shows nothing on the list for which a money form was left', async () => {
    const FORM_READS = ['/api/account/info', '/api/merchant/info', '/api/merchant/bank']
    await openFromList(LIST)
    const { promise, resolve } = Promise.withResolvers<void>()
    const failed = new Set<string>()
    app.network = async (path, pass) => {
      if (!FORM_READS.includes(path)) return pass()
      await promise
      failed.add(path)
      return fault(400)
    }
    window.location.hash = '/account/withdraw'
    await waitFor(() => expect(app.calls).toEqual(expect.arrayContaining(FORM_READS.map((path) => `GET ${path}`))))
    window.location.hash = LIST
    await listLoaded()
    resolve()
    await waitFor(() => expect(failed.size).toBe(FORM_READS.length))
    await new Promise((settled) => setTimeout(settled, 50))
    expect(screen.queryAllByText('No luck today')).toEqual([])
    window.location.hash = '/account/withdraw'
    await within(document.querySelector('main')!).findByText('Couldn’t load your account')
  })

  describe('leads to an error page that', () => {
    const away = () => waitFor(() => expect(app.address()).toBe('/exception/500'))
    const loaded = () => waitFor(() => expect(named('payinNotifyAddress')).not.toBeNull())
    const FILTERED = '/merchant/secret?from=list'

    test('retries the page by key, and is not on the way back', async () => {
      await openFromList(LIST)
      failReads('/api/merchant/secret', 503)
      window.location.hash = FILTERED
      await away()
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Back to home'))
      await app.user.tab()
      expect(document.activeElement?.textContent).toBe('Retry')
      await app.user.keyboard('{Enter}')
      await away()
      app.network = null
      await app.tabTo(await screen.findByRole('button', { name: 'Retry' }))
      await app.user.keyboard('{Enter}')
      await loaded()
      expect(app.address()).toBe(FILTERED)
      expect(document.activeElement).not.toBe(document.body)
      window.history.back()
      await waitFor(() => expect(app.address()).toBe(LIST))
    })

    test('is left by Back for the page before', async () => {
      await openFromList(LIST)
      failReads('/api/merchant/secret', 503)
      window.location.hash = FILTERED
      await away()
      window.history.back()
      await waitFor(() => expect(app.address()).toBe(LIST))
    })

    test('opens the page when the gateway can be reached again', async () => {
      await openFromList(LIST)
      app.network = async (path, pass) => (['/healthz', '/api/merchant/secret'].includes(path) ? fault(503) : pass())
      window.location.hash = FILTERED
      await away()
      await screen.findByText(/^Connection lost/)
      app.network = null
      window.dispatchEvent(new Event('online'))
      await loaded()
      expect(app.address()).toBe(FILTERED)
    })

    test('offers no retry when the address was opened', async () => {
      await openFromList(LIST)
      window.location.hash = '/exception/500'
      await screen.findByRole('link', { name: 'Back to home' })
      expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    })
  })

  test('is shown on the page of keys after a save', async () => {
    await openFromList('/merchant/secret')
    await waitFor(() => expect(named('payinNotifyAddress')).not.toBeNull())
    failReads('/api/merchant/secret', 503)
    await app.user.clear(named('payinNotifyAddress'))
    await app.user.type(named('payinNotifyAddress'), 'https://shop.example/later')
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('Saved')
    await retryInVain('/api/merchant/secret')
    expect(app.address()).toBe('/merchant/secret')
    app.network = null
    await app.tabTo(screen.getByRole('button', { name: 'Retry' }))
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(named('payinNotifyAddress')?.value).toBe('https://shop.example/later'))
  })

  test('is shown on the page of whitelists after a save', async () => {
    await openFromList('/merchant/iplist')
    await waitFor(() => expect(named('apiWhiteIp')).not.toBeNull())
    failReads('/api/merchant/ip-list', 503)
    await app.user.type(named('apiWhiteIp'), '203.0.113.9{Enter}')
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(document.activeElement).toBe(named('txnPwd')))
    await app.user.keyboard(`${TXN}{Enter}`)
    await screen.findByText('Saved')
    await retryInVain('/api/merchant/ip-list')
    expect(app.address()).toBe('/merchant/iplist')
  })
})

test('The account and the settings of its gateway are asked for again when the gateway can be reached again', async () => {
  const menuButton = () => document.querySelector('header [aria-haspopup=menu][aria-label^=Account]')!
  await app.openAs('merchant')
  const settings = localStorage.getItem('systemConfig')
  localStorage.removeItem('systemConfig')
  const fail = () => Promise.resolve(fault(503))
  app.network = fail
  await app.load()
  await screen.findByText(/^Connection lost/)
  expect(menuButton().getAttribute('aria-label')).toBe('Account menu')
  const before = app.calls.length
  app.network = null
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(menuButton().getAttribute('aria-label')).toBe('Account menu M10000001'))
  await waitFor(() => expect(localStorage.getItem('systemConfig')).toBe(settings))
  expect(settings).not.toBeNull()
  // What is known is not asked for again.
  app.network = fail
  await app.user.keyboard('gi')
  await screen.findByText(/^Connection lost/)
  app.network = null
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText(/^Connection lost/)).toBeNull())
  expect(app.calls.slice(before).filter((call) => call === 'GET /api/merchant/info')).toHaveLength(1)
  expect(app.calls.slice(before).filter((call) => call === 'GET /api/index/system-config')).toHaveLength(1)
})
