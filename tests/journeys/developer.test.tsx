import { createHmac } from 'node:crypto'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { sign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import { signatureHeader } from '../../server/auth/signatureHeader.ts'
import { sql } from '../../server/db/sql.ts'
import { startApp, type TestApp } from '../app.tsx'
import { type Endpoint, respondWith, startEndpoint } from '../endpoint.ts'
import { idlePoll } from './idlePoll.ts'

const MERCHANT = 'M10000001'

let app: TestApp
let endpoint: Endpoint
beforeAll(async () => {
  endpoint = await startEndpoint()
  app = await startApp()
  await app.gateway.db.run(sql`
    update merchant set payin_notify_address = ${endpoint.address} where merchant_no = ${MERCHANT}`)
})
afterAll(async () => {
  await app.close()
  await endpoint.close()
})

const focused = (name: string) => waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe(name))
const run = () => app.user.keyboard('{Control>}{Enter}{/Control}')
const isNowhere = () => document.activeElement === document.body

/** Opens a page by its title from the palette. */
async function goTo(title: string) {
  await app.user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  await app.user.keyboard(`${title}{Enter}`)
}

describe('Simulation', () => {
  test('An order is paid by key and its callback is shown; an unknown number is an error of the field', async () => {
    const order = await app.gateway.payin(MERCHANT, 'SIM-1')
    await app.openAs('merchant')
    await app.user.keyboard('gx')
    await focused('merchantOrderNo')
    expect(app.address()).toBe('/dev-center/simulation')

    await run()
    // The field has the focus already, so that its error is announced.
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Required'))
    const field = document.activeElement as HTMLInputElement
    const isSent = () => app.calls.some((call) => call.includes('/api/simulation'))
    await app.user.keyboard('INV#1')
    await run()
    await screen.findByText('Letters, digits, - and _ only, up to 64')
    expect([isSent(), field.value, document.activeElement]).toEqual([false, 'INV#1', field])
    await app.user.clear(field)
    await app.user.keyboard('no-such')
    await run()
    await waitFor(() => expect(isSent()).toBe(true))
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(field.getAttribute('name')).toBe('merchantOrderNo')

    await app.user.clear(field)
    await app.user.keyboard('SIM-1')
    await run()
    const result = await screen.findByRole('region', { name: 'Result' })
    await within(result).findByText('Acknowledged')
    expect(within(result).getByText('Pending')).toBeTruthy()
    expect(within(result).getByText('Success')).toBeTruthy()
    expect(within(result).getByRole('link', { name: order.id })).toBeTruthy()
    expect(endpoint.received.at(-1)?.body).toContain(`platOrderNo=${order.id}`)

    await run()
    await waitFor(() =>
      expect(document.querySelector('input[name=merchantOrderNo]')?.getAttribute('aria-invalid')).toBe('true'),
    )
    const runs = within(screen.getByRole('table', { name: 'Runs in this session' })).getAllByRole('row')
    expect(runs.slice(1).map((row) => within(row).getAllByRole('cell').at(-3)?.textContent)).toEqual([
      'SIM-1',
      'SIM-1',
      'no-such',
    ])
    expect(isNowhere()).toBe(false)
  })

  test('A request without an answer is repeated under the same idempotency key', async () => {
    const order = await app.gateway.payin(MERCHANT, 'SIM-2')
    await app.openAs('merchant')
    await app.user.keyboard('gx')
    await focused('merchantOrderNo')
    const names: string[] = []
    app.network = async (path, pass) => {
      if (!path.startsWith('/api/simulation')) return pass()
      names.push(path)
      await pass()
      if (names.length === 1) throw new TypeError('the line is cut')
      return pass()
    }
    await app.user.keyboard('SIM-2')
    await run()
    await screen.findByText(/No response/)
    await run()
    await screen.findByRole('region', { name: 'Result' })
    expect(names).toHaveLength(2)
    expect(
      await app.gateway.db.one(sql`select count(*)::int as n from audit where target = ${order.id} and action = 'simulate'`),
    ).toEqual({ n: 1 })
  })
})

/** Replaces the content of the request field. */
async function pasteInstead(text: string) {
  const field = document.querySelector<HTMLTextAreaElement>('[name=request]')!
  field.focus()
  field.select()
  await app.user.paste(text)
}

describe('Signature', () => {
  test('A pasted request is parsed, and its secret never leaves the page', async () => {
    await app.openAs('merchant')
    await goTo('Signature')
    await focused('request')
    const fields = { merchantNo: MERCHANT, payAmount: '100000.00', remark: 'a b' }
    const signed = sign(fields, 'a-secret-of-mine', { hash: sha256, now: Date.now() }) as Record<string, string>
    const body = new URLSearchParams({ ...signed, _sign: signed._sign!.toLowerCase() }).toString()
    const before = app.calls.length
    await app.user.paste(`curl https://pay.example/openapi/payin -d '${body}'`)
    await screen.findByText('curl, 5 fields')
    await app.user.keyboard('{Tab}')
    await app.user.paste('a-secret-of-mine')
    const findings = await screen.findByRole('region', { name: 'Findings' })
    expect(within(findings).getByRole('heading', { name: 'Signature invalid: found the cause' })).toBeTruthy()
    expect(within(findings).getByText(/The hash is in lower case/)).toBeTruthy()
    expect(within(findings).getByText(signed._sign!)).toBeTruthy()
    expect(within(findings).getByText(/Sent as application\/x-www-form-urlencoded/)).toBeTruthy()
    await run()
    await waitFor(() => expect(document.activeElement).toBe(findings))
    expect(app.calls.slice(before).filter((call) => !/notices|page-view/.test(call))).toEqual([])
    expect(JSON.stringify([localStorage, sessionStorage, app.address(), findings.textContent])).not.toContain('a-secret')

    // A valid signature is not enough: the invalid fields are named.
    const stale = sign(fields, 'a-secret-of-mine', { hash: sha256, now: Date.now() - 600_000 })
    await pasteInstead(JSON.stringify(stale))
    await screen.findByRole('heading', { name: 'Valid, but the request would still be rejected' })
    await pasteInstead(JSON.stringify({ ...stale, payAmount: '100000' }))
    await within(findings).findByText(/An amount was signed with decimals.*Field: payAmount/)

    // The header of a call that a merchant may require.
    const content = `GET /openapi/balance?merchantNo=${MERCHANT}\n`
    const header = signatureHeader(content, ['a-secret-of-mine'], Date.now())
    await pasteInstead(`curl 'https://pay.example/openapi/balance?merchantNo=${MERCHANT}' -H 'Paydesk-Signature: ${header}'`)
    await screen.findByRole('heading', { name: 'Signature valid' })
    await pasteInstead(`curl https://pay.example/openapi/balance?merchantNo=OTHER -H 'Paydesk-Signature: ${header}'`)
    await within(findings).findByText('Expected v1 (HMAC-SHA256)')
    const [time = ''] = header.split(',')
    const v1 = createHmac('sha256', 'a-secret-of-mine').update(content).digest('hex')
    await pasteInstead(
      `curl 'https://pay.example/openapi/balance?merchantNo=${MERCHANT}' -H 'Paydesk-Signature: ${time},v1=${v1}'`,
    )
    await within(findings).findByText('The time was not signed. Start with t and a dot.')

    // A callback of last week, as the page of its order shows it.
    const old = sign({ merchantNo: MERCHANT, status: 'SUCCESS' }, 'a-secret-of-mine', {
      hash: sha256,
      now: Date.now() - 604_800_000,
    })
    const form = new URLSearchParams(old as Record<string, string>)
    const lines = [...form].map(([name, value]) => `${name} = ${value}`).join('\n')
    const signed1 = signatureHeader(form.toString(), ['a-secret-of-mine'], Date.now() - 604_800_000)
    await pasteInstead(`POST https://shop.example/cb\nPaydesk-Signature: ${signed1}\nwebhook-id: evt_1\n\n${lines}`)
    await screen.findByText('Callback, 4 fields')
    await screen.findByRole('heading', { name: 'Signature valid' })
  })
})

describe('Callbacks', () => {
  test('A failing address is switched on again, and its missed callbacks are resent', async () => {
    endpoint.answer = respondWith(410, 'gone')
    const order = await app.gateway.payin(MERCHANT, 'CB-1', 'SUCCESS')
    await app.gateway.callbacks.deliver(order)
    endpoint.answer = respondWith(200, 'SUCCESS')
    await app.openAs('merchant')
    await goTo('Callbacks')
    const [mine] = (await screen.findAllByRole('region', { name: /^Payin callbacks · / })) as [HTMLElement]
    const button = (name: RegExp) => within(mine).findByRole('button', { name })
    within(mine).getByRole('heading', { name: /^Payin callbacks \S.* M\d+$/ })
    expect(within(mine).getByText('Disabled')).toBeTruthy()
    await app.tabTo(await button(/^Enable/))
    await app.user.keyboard('{Enter}')
    const again = await button(/^Resend failed/)
    expect(isNowhere()).toBe(false)
    await app.tabTo(again)
    await app.user.keyboard('{Enter}')
    const asked = await screen.findByRole('alertdialog', { name: 'Resend failed' })
    await waitFor(() => expect(document.activeElement).toBe(within(asked).getByRole('button', { name: 'Cancel' })))
    await app.user.keyboard('{Tab}{Enter}')
    await button(/^Stop resending/)
    await idlePoll(app, calls.callbackHealth.path)
    await app.gateway.callbacks.deliver(order)
    await waitFor(async () =>
      expect(await app.gateway.db.one(sql`select notify_status as status from orders where id = ${order.id}`)).toEqual({
        status: 'SUCCESS',
      }),
    )
    await app.tabTo(await button(/^Stop resending/))
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(isNowhere()).toBe(false))
    await within(mine).findByText('Healthy')
    // The newest callback was delivered, but another one was given up.
    const missed = await app.gateway.payin(MERCHANT, 'CB-2', 'SUCCESS')
    await app.gateway.db.run(sql`update callback set state = 'GIVEN_UP' where order_id = ${missed.id}`)
    await app.user.click(screen.getByRole('button', { name: 'Refresh' }))
    await within(mine).findByText('Callbacks to resend')
    expect(within(mine).queryByText('Healthy')).toBeNull()
  })
})

test('The API document opens in a new tab, and the current page stays', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  await app.openAs('merchant')
  await goTo('Documents')
  await waitFor(() => expect(open.mock.calls).toEqual([[new URL('/docs/', window.location.href).href, '_blank', 'noopener']]))
  const before = app.address()
  window.location.hash = '#/dev-center/doc'
  await waitFor(() => expect(open).toHaveBeenCalledTimes(2))
  await waitFor(() => expect(app.address()).toBe(before))
  open.mockRestore()
})
