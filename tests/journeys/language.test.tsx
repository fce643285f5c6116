import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { addNotice } from '../../server/notices/notices.ts'
import { cellText, columnTitles, focusedRow, listLoaded, rowAt, rows, startApp, type TestApp } from '../app.tsx'
import { isOpen, rows as paletteRows } from '../palette/paletteQueries.ts'

const LOCALE = 'POST /api/index/locale'

interface Words {
  locale: string
  tag: string
  place: string
  number: string
  status: string
  /** Text of the gateway, not of the console. */
  success: string
  search: string
  palette: string
  total: string
}

const english: Words = {
  locale: 'en',
  tag: 'en',
  place: 'Payin',
  number: 'Merchant Order No',
  status: 'Status',
  success: 'Success',
  search: 'Search',
  palette: 'Order number or command…',
  total: 'total: ',
}

const indonesian: Words = {
  locale: 'id',
  tag: 'id',
  place: 'Payin',
  number: 'No. Pesanan Merchant',
  status: 'Status',
  success: 'Berhasil',
  search: 'Cari',
  palette: 'Pesanan atau perintah…',
  total: 'total: ',
}

const vietnamese: Words = {
  locale: 'vi',
  tag: 'vi',
  place: 'Thu hộ',
  number: 'Mã đơn của merchant',
  status: 'Trạng thái',
  success: 'Thành công',
  search: 'Tìm',
  palette: 'Mã đơn hoặc lệnh…',
  total: 'tổng: ',
}

const chinese: Words = {
  locale: 'zh',
  tag: 'zh-CN',
  place: '代收订单',
  number: '商户订单号',
  status: '状态',
  success: '成功',
  search: '查询',
  palette: '订单号或命令…',
  total: '总计: ',
}

const spanish: Words = {
  locale: 'es',
  tag: 'es',
  place: 'Cobros',
  number: 'Orden del comercio',
  status: 'Estado',
  success: 'Exitoso',
  search: 'Buscar',
  palette: 'Orden o comando…',
  total: 'total: ',
}

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const LIST = '/transaction/payin?status=SUCCESS&dates=all'

const lists = () => app.calls.filter((call) => call === 'POST /api/transaction/payin').length

/** The whole page is in that language: console texts, gateway texts and the attributes of the document. */
async function expectLanguage(words: Words) {
  await waitFor(() => expect(cellText(rowAt(1), words.status)).toBe(words.success))
  expect(columnTitles()).toContain(words.number)
  const search = within(screen.getByRole('search'))
  expect(search.getByRole('button', { name: words.search })).toBeDefined()
  expect(screen.getByRole('contentinfo').textContent).toContain(words.total)
  expect(screen.getByText(words.palette)).toBeDefined()
  expect(document.documentElement.lang).toBe(words.tag)
  expect(document.title).toBe(`${words.place} - Paydesk`)
}

test('A language chosen in the palette changes every text, but neither the row nor the focus', async () => {
  await app.openAs('merchant', { address: LIST })
  await expectLanguage(english)
  await app.user.keyboard('3j')
  const before = focusedRow()
  expect(before?.row).toBe(4)
  await listLoaded()
  const asked = lists()
  for (const [typed, words] of [
    ['bahasa indonesia', indonesian],
    ['tieng viet', vietnamese],
    ['中文', chinese],
    ['english', english],
  ] as const) {
    await app.user.keyboard(`{Control>}k{/Control}${typed}{Enter}`)
    await expectLanguage(words)
    expect(localStorage.getItem('currentLocaleKey')).toBe(words.locale)
    expect(isOpen()).toBe(false)
    expect(focusedRow()).toEqual(before)
  }
  expect(app.calls.filter((call) => call === LOCALE)).toHaveLength(4)
  // Orders do not depend on the language and are not read again.
  expect(lists()).toBe(asked)
})

test('The language stays after a reload on the same row, and commands are found in it', async () => {
  await app.openAs('merchant', { address: LIST })
  await app.user.keyboard('5j')
  const before = focusedRow()
  await app.user.keyboard('{Control>}k{/Control}中文{Enter}')
  await expectLanguage(chinese)
  await waitFor(() => expect(app.address()).toContain('at='))
  await app.load()
  await listLoaded()
  await expectLanguage(chinese)
  await waitFor(() => expect(focusedRow()).toEqual(before))
  // Commands are found by pinyin too.
  await app.user.keyboard('{Control>}k{/Control}yuyan')
  await screen.findByRole('option', { name: /语言：Tiếng Việt/ })
  await app.user.keyboard('{Escape}{Escape}')
  await waitFor(() => expect(focusedRow()).toEqual(before))
})

test('In an open row the focus stays, and the row is read in the new language', async () => {
  await app.openAs('merchant', { address: LIST })
  await app.user.keyboard('{Enter}')
  const record = await screen.findByRole('region', { name: 'Record' })
  await within(record).findByRole('tab', { name: 'Details' })
  await app.user.keyboard('{Control>}k{/Control}tieng viet{Enter}')
  await expectLanguage(vietnamese)
  const now = screen.getByRole('tabpanel').closest('section')
  expect(now?.textContent).toContain('Thành công')
  await waitFor(() => expect(now?.contains(document.activeElement)).toBe(true))
  await app.user.keyboard('j')
  await waitFor(() => expect(app.address()).toContain('open='))
  expect(now?.contains(document.activeElement)).toBe(true)
})

test("The gateway's words in a list, its open row and the notices change, and the selection, the row and the focus stay", async () => {
  const [inEnglish, inIndonesian] = ['The beneficiary account is closed', 'Rekening penerima sudah ditutup']
  const { db } = app.gateway
  await db.run(sql`update record set response_message = 'accountClosed' where type = 'WITHDRAW'`)
  const told = {
    id: `9${'0'.repeat(18)}`,
    at: Date.now(),
    merchantNo: 'M10000001',
    key: 'callbackFailed',
    params: { number: '1' },
  } as const
  await db.tx((tx) => addNotice(tx, told))
  await app.openAs('merchant', { address: '/transaction/withdraw?dates=all' })
  await screen.findByRole('button', { name: /^\d+ notices$/ })
  await waitFor(() => expect(cellText(rowAt(3), 'Response Message')).toBe(inEnglish))
  const column = columnTitles().indexOf('Response Message')
  await app.user.keyboard('xj{Enter}')
  const record = await screen.findByRole('region', { name: 'Record' })
  await within(record).findByText(inEnglish)
  const number = within(record).getByRole('heading', { level: 2 }).textContent
  app.calls.length = 0
  await app.user.keyboard('{Control>}k{/Control}bahasa indonesia{Enter}')
  await waitFor(() =>
    expect([1, 2, 3].map((n) => rowAt(n)?.children[column]?.textContent)).toEqual(Array(3).fill(inIndonesian)),
  )
  await within(record).findByText(inIndonesian)
  expect(within(record).getByRole('heading', { level: 2 }).textContent).toBe(number)
  await waitFor(() => expect(record.contains(document.activeElement)).toBe(true))
  expect(rows().map((row) => row.getAttribute('aria-selected'))).toEqual(rows().map((_, index) => String(index === 0)))
  await waitFor(() => expect(app.calls).toContain('GET /api/index/notices'))
  await app.user.keyboard('{Escape}gn')
  await screen.findAllByText('Callback tidak terkirim')
  // None is new, so no toast is left when the panel is closed. It would stay for 10 seconds.
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryAllByText('Callback tidak terkirim')).toEqual([]), { timeout: 3_000 })
})

test('Rows that are on their way during a change of the language are read again in the new one', async () => {
  await app.gateway.db.run(sql`update record set response_message = 'accountClosed' where type = 'WITHDRAW'`)
  await app.openAs('merchant', { address: '/merchant/info' })
  const { promise: isChanged, resolve: release } = Promise.withResolvers<void>()
  const inTurn: string[] = []
  app.network = async (path, pass) => {
    const reply = await pass()
    if (path !== '/api/transaction/merchant-withdraw' || inTurn.push(path) > 1) return reply
    await isChanged
    return reply
  }
  window.location.hash = '#/transaction/withdraw?dates=all'
  await waitFor(() => expect(inTurn).toHaveLength(1))
  await app.user.keyboard('{Control>}k{/Control}bahasa indonesia{Enter}')
  await waitFor(() => expect(document.documentElement.lang).toBe('id'))
  release()
  await waitFor(() => expect(columnTitles()).toContain('Pesan Respons'))
  await waitFor(() => expect(cellText(rowAt(1), 'Pesan Respons')).toBe('Rekening penerima sudah ditutup'))
})

test("A page that is no list shows the gateway's texts in the new language too", async () => {
  await app.openAs('merchant', { address: '/merchant/info' })
  const standing = () => screen.queryByText('Status', { selector: 'dt' })?.nextElementSibling?.textContent
  await waitFor(() => expect(standing()).toBe('Active'))
  await app.user.keyboard('{Control>}k{/Control}bahasa indonesia{Enter}')
  await waitFor(() => expect(standing()).toBe('Aktif'))
})

test('A browser that has Spanish stored shows it, and every language can be chosen', async () => {
  await app.openAs('merchant', { address: LIST, locale: 'mx' })
  await expectLanguage(spanish)
  expect(localStorage.getItem('currentLocaleKey')).toBe('mx')
  await app.user.keyboard('{Control>}k{/Control}idioma')
  await screen.findByRole('combobox', { name: /./ })
  const offered = paletteRows().flatMap((row) => /^Idioma: (.*), /.exec(row)?.[1] ?? [])
  expect(offered.toSorted()).toEqual(['Bahasa Indonesia', 'English', 'Español', 'Tiếng Việt', '中文'])
  await app.load()
  await listLoaded()
  await expectLanguage(spanish)
})

test('A refusal of the gateway keeps the language and is shown', async () => {
  await app.openAs('merchant', { address: LIST })
  await app.user.keyboard('2j')
  const before = focusedRow()
  app.network = async (path, pass) =>
    path === '/api/index/locale'
      ? new Response(JSON.stringify({ status: 'error', error: 'UNAVAILABLE', message: 'Closed for an hour' }), {
          status: 503,
          headers: { 'content-type': 'application/json' },
        })
      : pass()
  await app.user.keyboard('{Control>}k{/Control}bahasa indonesia{Enter}')
  expect(await screen.findAllByText('Closed for an hour')).not.toEqual([])
  await expectLanguage(english)
  expect(localStorage.getItem('currentLocaleKey')).toBe('en')
  expect(focusedRow()).toEqual(before)
})

test.each([
  ['does not know the call', () => new Response('{"error":"NOT_FOUND","message":"No such path"}', { status: 404 })],
  ['allows it in no way', () => new Response('', { status: 405 })],
  ['has not made it', () => new Response('', { status: 501 })],
  ['answers what cannot be read', () => new Response('<p>hello</p>', { status: 200 })],
])('The language changes in the browser where the gateway %s', async (_, reply) => {
  await app.openAs('merchant', { address: LIST })
  app.network = async (path, pass) => (path === '/api/index/locale' ? reply() : pass())
  await app.user.keyboard('{Control>}k{/Control}bahasa indonesia{Enter}')
  await waitFor(() => expect(document.documentElement.lang).toBe('id'))
  expect(localStorage.getItem('currentLocaleKey')).toBe('id')
  expect(screen.queryByText('No such path')).toBeNull()
})
