import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/reply.ts'
import { CreatePayin, CreatePayout } from '#contract/shapes/merchantApi.ts'
import { sign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { CELL_SEPARATOR, type Cell, csv, csvOfLines } from '../../server/exports/csv.ts'
import { PAYIN_COLUMNS, PAYOUT_COLUMNS } from '../../server/exports/exportedColumns.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import { databases } from '../databases.ts'
import { openGateway, requestOf, SECRET, StandingClock, type TestGateway } from '../gateway.ts'
import { creditAccount } from '../money.ts'
import { createTestPayout } from '../shop.ts'

const text = async (rows: Cell[][], format: 'spreadsheet' | 'raw') => {
  const batches = (async function* () {
    yield rows
  })()
  return (await csv(['A', 'B'], batches, format).toArray()).map((chunk: Buffer) => chunk.toString()).join('')
}

/** The same rows as lines of the database. */
const textOfLines = async (rows: string[][], format: 'spreadsheet' | 'raw') => {
  const batches = (async function* () {
    yield rows.map((row) => row.join(CELL_SEPARATOR))
  })()
  return (await csvOfLines(['A', 'B'], batches, format).toArray()).map((chunk: Buffer) => chunk.toString()).join('')
}

/** Heap bytes after garbage collection. */
function liveMemory(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('cells', () => {
  test('raw follows RFC 4180 exactly', async () => {
    const rows = [
      ['=1+1', 'say "hi", twice'],
      ['two\r\nlines', null],
      ['2611211631390011348', true],
      ['0812', 12],
    ]
    expect(await text(rows, 'raw')).toBe(
      'A,B\r\n=1+1,"say ""hi"", twice"\r\n"two\r\nlines",\r\n2611211631390011348,true\r\n0812,12\r\n',
    )
  })

  test.each([
    ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
    ['+62812', `'+62812`],
    ['-2+3', `'-2+3`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"'\r'=1"`],
    [`x;=cmd|' /C calc'!A0;y`, `"x;'=cmd|' /C calc'!A0;y"`],
    ['x; "=1', `"x;' ""=1"`],
    ['two\n- lines', `"two\n'- lines"`],
    ['a\tb', '"a\tb"'],
    ['10;-5;20', '"10;-5;20"'],
    ['-150000.00', '-150000.00'],
    ['150000.00', '150000.00'],
    ['2611211631390011348', '"=""2611211631390011348"""'],
    ['081234567890', '"=""081234567890"""'],
    ['014', '"=""014"""'],
    ...['2611E5', '12e4', '1.5E-3', '3-4', '3/4', '11-2026', '2026-11', '21/11/2026', '1-2-3'].map((number) => [
      number,
      `"=""${number}"""`,
    ]),
    ...['MAY-0001', 'Mar2211', 'DEC-12-2026-7', 'dic.4', '12MAY2026', '1-Mar', 'Agustus 2026'].map((number) => [
      number,
      `"=""${number}"""`,
    ]),
    ...['May', 'Market-12', 'MAY-A12', 'M-MAY-12', '12MAYA', '12345-MAY'].map((other) => [other, other]),
    ...['2611E', 'E5', '2611E5A', '12E4567', '123-45', '3-4-A', '2026-11-21', '2026-11-21 08:15:30', '12:30'].map((other) => [
      other,
      other,
    ]),
    ['0', '0'],
    ['0.5', '0.5'],
    ['12345678901', '12345678901'],
    ['Siti Rahma', 'Siti Rahma'],
  ])('the spreadsheet format writes %s as %s', async (cell, written) => {
    const file = `\uFEFFA,B\r\n${written},\r\n`
    expect(await text([[cell, '']], 'spreadsheet')).toBe(file)
    expect(await textOfLines([[cell, '']], 'spreadsheet')).toBe(file)
  })
})

test('no cell of a spreadsheet file begins with a sign, at whichever character a program splits it', async () => {
  const hostile = [
    `x;=cmd|' /C calc'!A0;y`,
    'x;"=1',
    '"=1',
    'x\t@SUM(A1)\t',
    'x\n=1\n',
    'x\r+1',
    ';;-2+3',
    '=1;=2',
    'x, =1;"" =1',
  ]
  const rows = hostile.flatMap((one) => [
    ['Siti', one],
    [one, 'Siti'],
  ])
  const file = (await text(rows, 'spreadsheet')).slice(1)
  expect(Papa.parse<string[]>(file, { delimiter: ',' }).data.map((row) => row.length)).toEqual([
    ...Array.from({ length: 1 + rows.length }, () => 2),
    1,
  ])
  for (const delimiter of [',', ';', '\t']) {
    for (const newline of ['\r\n', '\n'] as const) {
      const cells = Papa.parse<string[]>(file, { delimiter, newline }).data.flat()
      expect(cells.filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([])
    }
  }
})

test.each(['spreadsheet', 'raw'] as const)('lines of the database are written as their cells: %s', async (format) => {
  const cells = [
    '',
    '0',
    '014',
    '123456789012',
    '2611E5',
    'Mar2211',
    '3-4',
    'A',
    '-1',
    '-2+3',
    '=1',
    '@x',
    '+62',
    '\t',
    '0812,5',
    '"',
    'two\nlines',
    '1.50',
    'x;y',
    'x;=1',
    'x\t+1',
  ]
  const rows = cells.flatMap((one) => cells.map((other) => [one, other]))
  expect(await textOfLines(rows, format)).toBe(await text(rows, format))
})

test('a file is produced with backpressure', async () => {
  let made = 0
  const batches = (async function* () {
    for (; ; made++) yield Array.from({ length: 2_000 }, (): Cell[] => ['some text of an order', made])
  })()
  const file = csv(['A', 'B'], batches, 'raw')
  await once(file, 'readable')
  file.read()
  for (let turns = 0; turns < 100; turns++) await setImmediate()
  expect(made).toBeLessThan(5)
  file.destroy()
})

describe.each(databases)('exports on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let token: string
  const clock = new StandingClock(Date.parse('2026-11-21T08:24:31+07:00'))

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock })
    await gateway.account('M00000001')
    await gateway.account('M00000002')
    const paid = await gateway.payin('M00000001', 'A-1', 'SUCCESS')
    await gateway.payin('M00000001', '=cmd|calc', 'FAILED').catch(() => {})
    await gateway.payin('M00000001', 'A-3')
    await gateway.payin('M00000002', 'B-1')
    await createTestPayout(db, gateway.world, { merchant: (await merchantByNo(db, 'M00000001'))! })
    token = await gateway.signIn('M00000001')
    await gateway.ask(calls.reviewOrder, { id: paid.id, review: 'DISCREPANT', note: '=5 too little' }, token)
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const ask = (input: object) => gateway.ask(calls.exportPayin, input as never, token)
  const linesOf = (body: string) => body.replace('\uFEFF', '').trimEnd().split('\r\n')

  test('a USDT merchant exports its orders by the same paths', async () => {
    await gateway.account('M00000005', { kind: 'umerchant' })
    const merchant = (await merchantByNo(db, 'M00000005'))!
    await gateway.payin('M00000005', 'U-1', 'SUCCESS')
    await createTestPayout(db, gateway.world, { merchant, merchantOrderNo: 'U-2', amount: 50_000_000n })
    const its = await gateway.signIn('M00000005')
    const filed = async (row: typeof calls.exportPayin) => {
      const reply = await gateway.ask(row, { locales: 'en_US', format: 'raw' }, its)
      const [header, ...lines] = linesOf(reply.body)
      const names = header!.split(',')
      return lines.map((line) =>
        ['Merchant Order No', 'Currency', 'Amount'].map((name) => line.split(',')[names.indexOf(name)]),
      )
    }
    expect(await filed(calls.exportPayin)).toEqual([['U-1', 'USDT', '100.0000']])
    expect(await filed(calls.exportPayout)).toEqual([['U-2', 'USDT', '50.0000']])
    expect((await gateway.ask(calls.exportDetail, {}, its)).statusCode).toBe(403)
  })

  test('a file has a name, a type, a header in the requested language and all rows in list order', async () => {
    const reply = await ask({ locales: 'en_US', format: 'raw' })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="payin-20261121-082431.csv"',
      'x-row-count': '3',
      'cache-control': 'no-store',
    })
    const [header, ...rows] = linesOf(reply.body)
    expect(header!.split(',').slice(0, 5)).toEqual([
      'Created Time',
      'Merchant No',
      'Merchant Name',
      'Merchant Order No',
      'Platform Order No',
    ])
    expect(header!.split(',')).toHaveLength(PAYIN_COLUMNS.length)
    expect(rows.map((row) => row.split(',')[3])).toEqual(['A-3', '=cmd|calc', 'A-1'])
    const paid = Object.fromEntries(rows[2]!.split(',').map((cell, index) => [PAYIN_COLUMNS[index], cell]))
    expect(paid).toMatchObject({
      payAmount: '150000.00',
      paidAmount: '150000.00',
      status: 'SUCCESS',
      merchantNo: 'M00000001',
      payOrderNo: expect.stringMatching(/^BCA/),
    })
    expect([paid.review, paid.reviewNote]).toEqual(['DISCREPANT', '=5 too little'])
    expect(paid.completeTime).toMatch(/^2026-11-21 08:24:3\d$/)
  })

  test.each([
    ['payins', calls.payinList, calls.exportPayin, PAYIN_COLUMNS],
    ['payouts', calls.payoutList, calls.exportPayout, PAYOUT_COLUMNS],
  ] as const)('an exported row of %s equals the list row', async (_, list, file, names) => {
    const listed = (await gateway.ask(list, {}, token)).json<{ item: Record<string, unknown>[] }>().item
    const text = (row: Record<string, unknown>) => (name: string) => {
      const said = String(row[name] ?? '')
      return name.endsWith('Time') ? said.slice(0, 19).replace('T', ' ') : said
    }
    const written = await gateway.ask(file, { format: 'raw' }, token)
    const rows = linesOf(written.body).slice(1)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map((row) => row.split(','))).toEqual(listed.map((row) => names.map(text(row))))
  })

  test('the spreadsheet format keeps text as text and runs no formulas', async () => {
    const { body } = await ask({ locales: 'zh_CN' })
    expect(body.startsWith('\uFEFF创建时间,商户号,')).toBe(true)
    expect(body).toContain(`,'=cmd|calc,`)
    expect(body).toContain(',对账,差异说明,')
    expect(body).toContain(`,DISCREPANT,'=5 too little,`)
    expect(body).toMatch(/,"=""\d{19}""",/)
    expect(body).toContain(',150000.00,')
  })

  test.each([
    ['payins', calls.exportPayin, PAYIN_COLUMNS],
    ['payouts', calls.exportPayout, PAYOUT_COLUMNS],
  ] as const)('a remark is the last cell of %s, and no formula', async (_, file, names) => {
    const remark = '=HYPERLINK("http://evil"),\x1f<b>'
    await db.run(sql`update orders set remark = ${remark} where merchant_no = 'M00000001'`)
    const { body } = await gateway.ask(file, { locales: 'en_US' }, token)
    await db.run(sql`update orders set remark = null`)
    const [header, ...rows] = linesOf(body)
    expect([header!.split(',').at(-1), names.at(-1)]).toEqual(['Remark', 'remark'])
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row.endsWith(`,"'=HYPERLINK(""http://evil""), <b>"`)).toBe(true)
  })

  test('the rows follow the filter and the sort', async () => {
    const numbers = async (input: object) => {
      const reply = await ask({ format: 'raw', ...input })
      const rows = linesOf(reply.body).slice(1)
      expect(reply.headers['x-row-count']).toBe(String(rows.length))
      return rows.map((row) => row.split(',')[3])
    }
    expect(await numbers({ status: 'SUCCESS' })).toEqual(['A-1'])
    expect(await numbers({ status: ['SUCCESS', 'PENDING'], sort: 'createTime.asc' })).toEqual(['A-1', 'A-3'])
    expect(await numbers({ merchantNo: 'M00000002' })).toEqual([])
    expect((await ask({ sort: 'remark.asc' })).statusCode).toBe(422)
    expect((await ask({ startDate: '2026-11-21', endDate: '2026-11-20' })).json()).toMatchObject({ error: 'RANGE_INVALID' })
  })

  test('the character that separates cells on their way is a space in a name', async () => {
    await db.run(sql`update orders set payer_name = ${'Siti\x1fRahma'} where merchant_order_no = 'A-3'`)
    const [, row] = linesOf((await ask({ format: 'raw', merchantOrderNo: 'A-3' })).body)
    const cells = row!.split(',')
    expect([cells.length, cells[PAYIN_COLUMNS.indexOf('payerName')]]).toEqual([PAYIN_COLUMNS.length, 'Siti Rahma'])
  })

  test.each([
    ['payin', calls.openPayin, CreatePayin, calls.exportPayin, PAYIN_COLUMNS],
    ['payout', calls.openPayout, CreatePayout, calls.exportPayout, PAYOUT_COLUMNS],
  ] as const)(
    'that character shifts no cells in any field of a new %s that takes it',
    async (kind, open, shape, file, names) => {
      const merchantNo = kind === 'payin' ? 'M00000006' : 'M00000007'
      await gateway.account(merchantNo)
      await creditAccount(db, gateway.ids, merchantNo, 100_000_000n)
      const receiver = { bankCode: '014', receiveAccount: '5271038864', receiveName: 'Siti Rahma', payChannel: 'BANK_ID' }
      const valid = {
        merchantNo,
        payAmount: '100000.00',
        mobile: '081234567890',
        remark: 'rent',
        ...(kind === 'payin' ? { payChannel: 'VA_BCA', payerName: 'Siti Rahma', expiryPeriod: '60' } : receiver),
      }
      const taken: string[] = []
      for (const field of Object.keys(shape.properties).filter((name) => !name.startsWith('_'))) {
        const input: Record<string, string> = { merchantOrderNo: `SEP-${field}`, ...valid }
        input[field] = `${input[field]}${CELL_SEPARATOR}`
        const reply = await gateway.ask(open, sign(input, SECRET, { hash: sha256, now: clock.now() }) as never)
        if (reply.statusCode === 200) taken.push(field)
      }
      expect(taken).toContain('mobile')
      const columns = sql`
        pay_order_no = ${'P\x1f'} || id, payer_account = ${'A\x1f'}, response_message = ${'R\x1f'}, review_note = ${'D\x1f'}`
      const account = kind === 'payin' ? sql`, account_number = ${'8\x1f'}` : sql``
      await db.run(sql`update orders set ${columns}${account} where merchant_no = ${merchantNo}`)
      const { body } = await gateway.ask(file, { format: 'raw' }, await gateway.signIn(merchantNo))
      const widths = linesOf(body).map((line) => line.split(',').length)
      expect(widths).toEqual(Array(taken.length + 1).fill(names.length))
    },
  )

  test('an export is audited', async () => {
    await db.run(sql`delete from audit`)
    await ask({ status: 'SUCCESS' })
    expect(await db.all(sql`select actor, action, target, detail from audit`)).toEqual([
      { actor: 'm00000001', action: 'export', target: 'payin', detail: { filter: { status: 'SUCCESS' }, rows: 1 } },
    ])
  })
})

// One database is enough to test the stream; PostgreSQL is faster when available.
describe.each(databases.slice(-1))('an export of 200,000 rows on $name', ({ open }) => {
  const ROWS = 200_000
  let db: Database
  let gateway: TestGateway
  let token: string
  let address: string
  let asked = 0
  const lines: string[] = []

  beforeAll(async () => {
    db = await open()
    const all: Database['all'] = (query) => {
      asked++
      return db.all(query)
    }
    const logStream = { write: (line: string) => void lines.push(line) }
    gateway = await openGateway({ ...db, all }, { environment: { LOG_LEVEL: 'info' }, logStream })
    await gateway.account('M00000001')
    await db.run(sql`
      insert into orders (merchant_no, kind, id, merchant_order_no, status, channel, method, currency, amount, fee_type, moves,
                          account_name, payer_name, create_time, update_time)
      select 'M00000001', 'PAYIN', 2611200000000000000 + n, 'BULK-' || n, 'PENDING', 'VA_BCA', 'VIRTUAL_ACCOUNT', 'IDR',
             15000000, 'FIXED', 2, 'Merchant M00000001', 'Siti Rahma', '2026-11-20T00:00:00+07:00', '2026-11-20T00:00:00+07:00'
        from generate_series(1, ${ROWS}::int) n
    `)
    await db.run(sql`
      insert into order_day (merchant_no, kind, day, status, n, amount, fee)
      values ('M00000001', 'PAYIN', '2026-11-20', 'PENDING', ${ROWS}, ${15_000_000n * BigInt(ROWS)}, 0)
    `)
    token = await gateway.signIn('M00000001')
    address = await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  }, 120_000)
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const download = async (input: object = {}, own = { address, token }): Promise<IncomingMessage> => {
    const { url, headers } = requestOf(calls.exportPayin, { format: 'raw', ...input }, own.token)
    const [reply] = (await once(get(`${own.address}${url}`, { headers: headers as Record<string, string> }), 'response')) as [
      IncomingMessage,
    ]
    return reply
  }

  test('memory stays flat', async () => {
    const reply = await download()
    expect(reply.headers['x-row-count']).toBe(String(ROWS))
    let rows = 0
    let bytes = 0
    const used: number[] = []
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      for (const byte of chunk) if (byte === 10) rows++
      bytes += chunk.length
      if (bytes > used.length * 5_000_000) used.push(liveMemory())
    }
    expect(rows).toBe(ROWS + 1)
    expect(used.length).toBeGreaterThan(5)
    // The data in flight varies; the retained heap does not grow.
    const half = Math.ceil(used.length / 2)
    expect(Math.min(...used.slice(half)) - Math.min(...used.slice(1, half))).toBeLessThan(10_000_000)
    expect(Math.max(...used) - used[0]!).toBeLessThan(40_000_000)
  }, 120_000)

  test('the export ends when the client disconnects', async () => {
    // An abandoned export could continue during the time that other requests take.
    const askedByOthers = async () => {
      const before = asked
      for (let n = 0; n < 20; n++) await once((await download({ status: 'CLOSED' })).resume(), 'end')
      return asked - before
    }
    const alone = await askedByOthers()
    const reply = await download()
    await once(reply, 'readable')
    reply.destroy()
    await vi.waitFor(() => expect(lines.join('')).toContain('stream closed prematurely'), 15_000)
    // Queries already started by the export or by a worker may still run.
    expect(await askedByOthers()).toBeLessThanOrEqual(alone + 3)
  })

  test('exports are limited by account and in total, and one that is not read ends', async () => {
    const strict = await openGateway(db, { node: 2, downloads: { perAccount: 1, total: 2, stallMs: 400 } })
    const own = { address: await strict.app.listen({ port: 0, host: '127.0.0.1' }), token }
    const others: (typeof own)[] = []
    for (const no of ['M00000002', 'M00000003']) {
      await strict.account(no, { kind: 'staff', permissionKeys: ['payin', 'payin_export'] })
      others.push({ ...own, token: await strict.signIn(no) })
    }
    const stalled = await download({}, own)
    const refusalOf = async (reply: IncomingMessage) => {
      const { error, message } = (await json(reply)) as ErrorBody
      return [reply.statusCode, Number(reply.headers['retry-after']) > 0, error, message]
    }
    const message = 'Several exports are still running. Try again when one has finished'
    expect(await refusalOf(await download({}, own))).toEqual([429, true, 'TOO_MANY_REQUESTS', message])
    const read = await download({}, others[0])
    expect(await refusalOf(await download({}, others[1]))).toEqual([503, true, 'UNAVAILABLE', message])
    read.resume()
    // The one that is not read is closed, and its place is free again.
    await vi.waitFor(async () => expect((await download({ status: 'CLOSED' }, own)).resume().statusCode).toBe(200), 15_000)
    await expect(stalled.toArray()).rejects.toThrow('aborted')
    expect(read.errored).toBe(null)
    read.destroy()
    await strict.close()
  }, 60_000)
})
