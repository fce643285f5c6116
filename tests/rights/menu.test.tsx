import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { startApp, startPageLoaded, type TestApp } from '../app.tsx'
import type { START_PAGES } from './addresses.ts'

/**
 * Expected menu of each account: order, icon, Chinese and English name, and target; entries are indented under their group.
 * Maintained by hand from the specification; recharge, callbacks and signature are additions.
 */
const MENUS: Record<keyof typeof START_PAGES, string> = {
  merchant: `
    gauge              仪表盘      Dashboard          #/dashboard
    wallet             账户管理    Account
      calendar-days    日交易汇总  Daily summary      #/account/daily
      notebook-text    账户明细    Account detail     #/account/detail
      circle-arrow-down 充值       Recharge           #/account/recharge
      circle-arrow-up  提现        Withdraw           #/account/withdraw
      arrow-left-right 商户转账    Merchant transfer  #/account/transfer-merchant
    list               交易管理    Transaction
      arrow-down-left  代收订单    Payin              #/transaction/payin
      arrow-up-right   代付订单    Payout             #/transaction/payout
      shopping-cart    收银台订单  Checkout list      #/transaction/checkout-list
      circle-plus      充值记录    Recharge records   #/transaction/recharge
      circle-minus     提现明细    Withdraw detail    #/transaction/withdraw
    store              商户中心    Merchant center
      id-card          商户信息    Merchant info      #/merchant/info
      key-round        密钥管理    Keys               #/merchant/secret
      shield           IP白名单    IP whitelist       #/merchant/iplist
      git-branch       子商户管理  Sub-merchants      #/merchant/subMerchant
    code-xml           开发者中心  Developer center
      play             模拟工具    Simulation         #/dev-center/simulation
      webhook          通知状态    Callbacks          #/dev-center/callbacks
      signature        签名工具    Signature          #/dev-center/signature`,
  submerchant: `
    gauge              仪表盘      Dashboard          #/dashboard-sub
    wallet             账户管理    Account
      notebook-text    账户明细    Account detail     #/accountsub/detail-sub
    list               交易管理    Transaction
      arrow-down-left  代收订单    Payin              #/transactionsub/payin-sub
      arrow-up-right   代付订单    Payout             #/transactionsub/payout-sub
      shopping-cart    收银台订单  Checkout list      #/transactionsub/checkout-sub-list`,
  usdt: `
    gauge              仪表盘      Dashboard          #/dashboard-usdt
    list               USDT交易    USDT transaction
      arrow-down-left  USDT代收    USDT payin         #/transactionusdt/payin
      arrow-up-right   USDT代付    USDT payout        #/transactionusdt/payout
    store              商户中心    Merchant center
      id-card          商户信息    Merchant info      #/merchant-usdt/info
      key-round        密钥管理    Keys               #/merchant-usdt/secret
      shield           IP白名单    IP whitelist       #/merchant-usdt/iplist`,
  agent: `
    gauge              每日汇总    Daily summary      #/dashboard-a
    users              商户列表    Merchant list      #/merchant-list-a
    list               交易管理    Transaction
      arrow-down-left  代收订单    Payin              #/transaction/payin-a
      arrow-up-right   代付订单    Payout             #/transaction/payout-a`,
  staff: `
    gauge              仪表盘      Dashboard          #/dashboard
    list               交易管理    Transaction
      arrow-down-left  代收订单    Payin              #/transaction/payin
      arrow-up-right   代付订单    Payout             #/transaction/payout
      shopping-cart    收银台订单  Checkout list      #/transaction/checkout-list
      circle-plus      充值记录    Recharge records   #/transaction/recharge
      circle-minus     提现明细    Withdraw detail    #/transaction/withdraw
    code-xml           开发者中心  Developer center
      play             模拟工具    Simulation         #/dev-center/simulation
      webhook          通知状态    Callbacks          #/dev-center/callbacks
      signature        签名工具    Signature          #/dev-center/signature
    list               USDT交易    USDT transaction
      arrow-down-left  USDT代收    USDT payin         #/transactionusdt/payin
      arrow-up-right   USDT代付    USDT payout        #/transactionusdt/payout
    lock-keyhole       重置动态口令 Passcode reset    #/plat/otp`,
  restricted: `
    list               交易管理    Transaction
      arrow-down-left  代收订单    Payin              #/transaction/payin`,
}

interface Line {
  isInGroup: boolean
  icon: string
  name: string
  leadsTo: string | null
}

const LINE = /^ {4}( {2})?(\S+) +(\S+) +(.+?)(?: +(#\S+))?$/

const written = (text: string, language: 'zh' | 'en'): Line[] =>
  text
    .split('\n')
    .slice(1)
    .map((line) => {
      const [, indent, icon = '', zh = '', en = '', leadsTo = null] = LINE.exec(line) ?? []
      return { isInGroup: indent !== undefined, icon, name: language === 'zh' ? zh : en, leadsTo }
    })

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const sections = () => [...document.querySelectorAll<HTMLElement>('nav section')]

/** The menu on the screen. */
const menuLines = (): Line[] =>
  sections().flatMap((section) => {
    const group = section.querySelector('button')
    return [group, ...section.querySelectorAll('a')]
      .filter((element) => element !== null)
      .map((element) => ({
        isInGroup: group !== null && element !== group,
        icon: /lucide-(\S+)/.exec(element.querySelector('svg')?.getAttribute('class') ?? '')?.[1] ?? '',
        name: element.getAttribute('title') ?? element.textContent,
        leadsTo: element.getAttribute('href'),
      }))
  })

test.each(Object.entries(MENUS))(
  'The menu of %s has exactly the expected entries in both languages',
  async (username, menu) => {
    await app.openAs(username, { locale: 'zh' })
    expect(menuLines()).toEqual(written(menu, 'zh'))
    localStorage.setItem('currentLocaleKey', 'en')
    await app.load()
    await startPageLoaded()
    expect(menuLines()).toEqual(written(menu, 'en'))
  },
)

/** Entry -> its shown keys. */
const shownKeys = () =>
  Array.from(document.querySelectorAll('nav section a'), (entry) => [
    entry.getAttribute('title'),
    Array.from(entry.querySelectorAll('kbd span'), (key) => key.textContent).join(' '),
  ])

test('Every entry shows the key that opens it, and no key is shown twice', async () => {
  await app.openAs('merchant')
  await waitFor(() =>
    expect(shownKeys().slice(0, 6)).toEqual([
      ['Dashboard', 'g d'],
      ['Daily summary', 'g y'],
      ['Account detail', 'g a'],
      ['Recharge', 'n r'],
      ['Withdraw', 'n w'],
      ['Merchant transfer', 'n t'],
    ]),
  )
  expect(shownKeys().filter(([, keys]) => keys === '')).toEqual([
    ['Callbacks', ''],
    ['Signature', ''],
  ])
  await app.openAs('staff')
  await waitFor(() => expect(shownKeys()).toContainEqual(['Payin', 'g i']))
  expect(shownKeys()).toContainEqual(['USDT payin', ''])
  const keys = shownKeys().flatMap(([, shown]) => (shown === '' ? [] : [shown]))
  expect(new Set(keys).size).toBe(keys.length)
})

const menuNames = () => menuLines().map(({ name }) => name)

test('An account that may send payout callbacks alone sees the addresses of payouts', async () => {
  async function permit(...keys: string[]) {
    await app.gateway.db.run(sql`update merchant set permission_keys = ${keys} where username = 'restricted'`)
  }
  await permit('transaction', 'payout', 'payout_notify', 'dev_center')
  onTestFinished(() => permit('transaction', 'payin', 'va_lookup'))
  await app.openAs('restricted')
  expect(menuNames()).toContain('Callbacks')
  window.location.hash = '/dev-center/callbacks'
  await screen.findByRole('region', { name: 'Payout callbacks · Kopi Senja' })
  expect(screen.queryByRole('region', { name: /^Payin callbacks/ })).toBeNull()
})

test('Entries hidden by the gateway are missing from menu and palette, and their addresses still open', async () => {
  await app.openAsGuest()
  app.network = async (path, pass) => {
    const reply = await pass()
    if (path !== '/api/index/system-config') return reply
    const body = await reply.json()
    return Response.json({ ...body, item: { ...body.item, openConfig: { hiddenMenus: ['simulation', 'account_data'] } } })
  }
  await app.signIn('merchant')
  const seen = ['Dashboard', 'Transaction', 'Payin', 'Payout', 'Checkout list', 'Recharge records', 'Withdraw detail']
  const centers = ['Merchant center', 'Merchant info', 'Keys', 'IP whitelist', 'Sub-merchants']
  await waitFor(() => expect(menuNames()).toEqual([...seen, ...centers, 'Developer center', 'Callbacks', 'Signature']))

  await app.user.keyboard(':')
  const field = await screen.findByRole('combobox', { name: /./ })
  const offers = () => Array.from(document.querySelectorAll('[role=option]'), (row) => row.textContent.split(', ')[0])
  for (const title of ['Go to Simulation', 'Go to Withdraw', 'Go to Account detail', 'Go to Payin']) {
    await app.user.paste(title)
    expect(offers().includes(title)).toBe(title === 'Go to Payin')
    await app.user.clear(field)
  }
  await app.user.keyboard('{Escape}')

  for (const [address, title] of [
    ['/dev-center/simulation', 'Simulation'],
    ['/account/detail', 'Account detail'],
  ] as const) {
    window.location.hash = address
    await waitFor(() => expect(document.title).toBe(`${title} - Paydesk`))
    expect(app.address().split('?')[0]).toBe(address)
  }
})

test('Hidden entries leave the menu as soon as the gateway names them, also without a company', async () => {
  const config = Promise.withResolvers<void>()
  await app.openAsGuest()
  app.network = async (path, pass) => {
    const reply = await pass()
    if (path !== '/api/index/system-config') return reply
    await config.promise
    const { companySystemInfo: _, ...item } = (await reply.json()).item
    return Response.json({ status: 'ok', item: { ...item, openConfig: { hiddenMenus: ['simulation'] } } })
  }
  await app.signIn('merchant')
  expect(menuNames()).toContain('Simulation')
  config.resolve()
  await waitFor(() => expect(menuNames()).not.toContain('Simulation'))
  expect(menuNames()).toContain('Callbacks')
})

test('The open page is marked in the menu and its group is expanded, also after opening an address', async () => {
  await app.openAs('merchant')
  const here = () => Array.from(document.querySelectorAll('nav [aria-current=page]'), (link) => link.getAttribute('href'))
  const group = screen.getByRole('button', { name: 'Account' })
  expect(here()).toEqual(['#/dashboard'])
  await app.user.click(group)
  expect(group.getAttribute('aria-expanded')).toBe('false')
  for (const address of ['/account/daily', '/account/detail']) {
    window.location.hash = address
    await waitFor(() => expect(here()).toEqual([`#${address}`]))
    expect(group.getAttribute('aria-expanded')).toBe('true')
    await app.user.click(group)
  }
})
