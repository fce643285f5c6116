import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import type { ComparedOrder } from '../../src/reconcile/comparedOrder.ts'
import { DEFAULT_SETTINGS } from '../../src/reconcile/session.ts'
import { createReconcileEngine } from '../../src/reconcile/worker/engine.ts'
import { SAMPLE_ORDERS } from './sampleStatement.ts'

const [right, , , , , noLine] = SAMPLE_ORDERS as [
  ComparedOrder,
  ComparedOrder,
  ComparedOrder,
  ComparedOrder,
  ComparedOrder,
  ComparedOrder,
]
const expired: ComparedOrder = { ...noLine, status: 'EXPIRED' }

/** Bucket and reason of each line of a pasted text. */
async function outcomes(text: string, orders: readonly ComparedOrder[] = [right], kind: 'PAYIN' | 'PAYOUT' = 'PAYIN') {
  const engine = createReconcileEngine({ now: () => Date.parse('2026-11-26T05:00:00Z') })
  await engine.run('read', { source: { kind: 'text', text, name: 'pasted' }, layouts: [] })
  await engine.run('addOrders', { orders })
  await engine.run('match', { settings: { ...DEFAULT_SETTINGS, kind }, rules: [] })
  const { rows } = await engine.run('rows', { bucket: 'all', needle: '', openOnly: false, from: 0, to: 100 })
  return rows.filter(({ line }) => line !== null).map(({ bucket, reason }) => `${bucket} ${reason}`)
}

const N = right.platOrderNo

describe('an amount that is wrong or not read is never matched', () => {
  test.each([
    [`${N}\t999,999.00 CR`, 'amountDiffers amount'],
    [`${N}\t-999,999.00`, 'statusDiffers notRefunded'],
    [`${N}\t(999,999.00)`, 'statusDiffers notRefunded'],
    [`${N}\t(91,000.00)`, 'statusDiffers notRefunded'],
    [`${N}\t91?000`, 'notRead amountMissing'],
    [`${N}\t91,00,0.00`, 'notRead amountUnreadable'],
    [`${N}\t91,000.00 1,250,000.00`, 'notRead amountMissing'],
    [`${N}\t`, 'matched numberOnly'],
    [`${N}\tBudi 7`, 'notRead amountMissing'],
    [`${N} paid 91000.0x`, 'notRead amountMissing'],
    [`${N}\t91000.0x`, 'notRead amountMissing'],
    [`${N}\t90,500.00`, 'amountDiffers feeExplains'],
    [`${N}\t91,000.00 CR`, 'matched number'],
    [`${N}\tRp 91.000,-`, 'matched number'],
    [`${N}\t91rb`, 'matched number'],
  ])('%s', async (text, outcome) => {
    expect(await outcomes(text)).toEqual([outcome])
  })
})

test('an expired order is not matched, and one order twice is a duplicate', async () => {
  expect(await outcomes(`${expired.platOrderNo}\t33,000.00`, [expired])).toEqual(['statusDiffers status'])
  expect(await outcomes(`${N}\t91,000.00\n${N}\t91,000.00`)).toEqual(['matched number', 'duplicate sameOrder'])
})

describe('a direction in words', () => {
  /** The outcomes of a line for each word, all with the number and the amount of the order. */
  const directions = (title: string, words: readonly string[], kind: 'PAYIN' | 'PAYOUT' = 'PAYIN') =>
    outcomes(
      [`Date,Order No,${title},Amount`, ...words.map((word) => `2026-11-21,${N},${word},91000.00`)].join('\n'),
      [{ ...right, type: kind }],
      kind,
    )
  const REFUND = 'statusDiffers notRefunded'

  test.each([
    ['Type', 'Credit', 'Debit'],
    ['Type', 'Deposit', 'Withdrawal'],
    ['Type', 'Incoming', 'Outgoing'],
    ['Direction', 'IN', 'OUT'],
    ['D/K', 'K', 'D'],
    ['Jenis', 'Masuk', 'Keluar'],
    ['Jenis Transaksi', 'Transfer Masuk', 'Transfer Keluar'],
    ['Tipe', 'Pemasukan', 'Pengeluaran'],
    ['借贷', '贷', '借'],
    ['借贷', '贷方', '借方'],
    ['交易类型', '收', '支'],
    ['收/支', '收入', '支出'],
    ['类型', '转入', '转出'],
    ['Loại', 'Có', 'Nợ'],
    ['Loại', 'Co\u0301', 'No\u031B\u0323'],
    ['Loại giao dịch', 'Ghi có', 'Ghi nợ'],
    ['Tipo', 'Abono', 'Cargo'],
    ['Tipo', 'Haber', 'Debe'],
    ['Tipo', 'Crédito', 'Débito'],
    ['Tipo', 'Ingreso', 'Egreso'],
    ['Other', 'DEPOSIT', 'WITHDRAWAL'],
  ])('%s: %s and %s are read', async (title, moneyIn, moneyOut) => {
    expect(await directions(title, [moneyOut])).toEqual([REFUND])
    expect(await directions(title, [moneyIn, moneyOut])).toEqual(['matched number', REFUND])
    expect(await directions(title, [moneyIn, moneyOut], 'PAYOUT')).toEqual([REFUND, 'matched number'])
  })

  test.each([
    ['Tipo', ['Foo', 'Bar']],
    ['Type', ['Foo', '']],
    ['借贷', ['甲']],
    ['D/C', ['1', '2']],
    ['Dr/Cr', ['Foo', 'Bar', 'Baz', '4', '5', '6', '7']],
  ])('%s: without a word that is known, no amount is read', async (title, words) => {
    for (const kind of ['PAYIN', 'PAYOUT'] as const)
      expect(await directions(title, words, kind)).toEqual(words.map(() => 'notRead amountUnreadable'))
  })

  test('the columns tell how many words are not known', async () => {
    const engine = createReconcileEngine({ now: () => Date.parse('2026-11-26T05:00:00Z') })
    const text = `Date,Order No,Tipo,Amount\n2026-11-21,${N},Foo,91000.00\n2026-11-21,X-00002,Bar,5.00\n2026-11-21,X-00003,Bar,6.00`
    const preview = await engine.run('read', { source: { kind: 'text', text, name: '' }, layouts: [] })
    expect(preview.columns[2]).toEqual({ title: 'Tipo', role: 'direction', unreadable: 3 })
    const roles = preview.columns.map(({ role }) => (role === 'direction' ? 'ignored' : role))
    expect(await engine.run('layout', { roles })).toMatchObject({ unreadAmounts: 0, moneyIn: '91011.00' })
  })

  test('an unknown word says nothing beside amounts with signs, a balance, or a column of known words', async () => {
    const both = ['matched number', REFUND]
    const lines = (title: string, ...rows: string[]) =>
      outcomes([title, ...rows.map((row) => `2026-11-21,${N},${row}`)].join('\n'))
    expect(await lines('Date,Order No,Type,Amount', 'Sale,91000.00', 'Return,-91000.00')).toEqual(both)
    expect(
      await lines('Date,Order No,Type,Amount,Balance', 'Sale,91000.00,91000.00', 'Return,91000.00,0.00', 'Sale,5.00,5.00'),
      // There is no balance before the first line.
    ).toEqual(['notRead amountUnreadable', REFUND, 'amountDiffers amount'])
    expect(await lines('Date,Order No,Type,Amount,Way', 'QRIS,91000.00,CR', 'VA,91000.00,DB')).toEqual(both)
    expect(await lines('Date,Order No,Type,Credit,Debit', 'Sale,91000.00,', 'Return,,91000.00')).toEqual(both)
    expect(await lines('Date,Order No,Type,Amount', 'QRIS,91000.00')).toEqual(['matched number'])
  })
})

describe('an amount in another currency is never matched', () => {
  const OTHER = 'notRead otherCurrency'
  test.each([
    [`Order No,Amount\n${N},USD 91000.00`, OTHER],
    [`Order No,Amount\n${N},91000.00 VND`, OTHER],
    [`Order No,Ccy,Amount\n${N},USD,91000.00`, OTHER],
    [`Order No,Currency,Amount\n${N},EUR,91000.00`, OTHER],
    [`Order No,Currency,Amount\n${N},USD - US Dollar,91000.00`, OTHER],
    [`${N}\tUSDT 91,000.00`, OTHER],
    ...['¥91,000.00', '￥91,000.00', '-¥91,000.00', 'RMB 91,000.00', 'CNY91,000.00'].flatMap((amount) => [
      [`日期,订单号,金额\n2026年11月21日,${N},"${amount}"`, OTHER],
      [`${N} ${amount}`, OTHER],
    ]),
    [`Budi paid ¥ 91,000.00 for ${N}`, OTHER],
    ...['Rp', 'Rp.', 'IDR', 'idr', 'RUPIAH', 'IDR - Rupiah', '', '360', '$', 'local'].map((currency) => [
      `Order No,Currency,Amount\n${N},${currency},91000.00`,
      'matched number',
    ]),
    [`Order No,Kind,Amount\n${N},TOP UP,91000.00`, 'matched number'],
  ])('%j', async (text, outcome) => {
    expect(await outcomes(text!)).toEqual([outcome])
  })

  const mt940 = (currency: string) =>
    `:20:X\n:25:1\n:60F:C261121${currency}0,00\n:61:2611211121C91000,00NTRF${right.merchantOrderNo}\n:62F:C261121${currency}91000,00`
  const camt = (currency: string, status: string) =>
    `<Document><BkToCstmrAcctRpt><Rpt><Ntry><Amt Ccy="${currency}">91000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>${status}</Sts>
<BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${N}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`
  const report = (...entries: string[]) =>
    `${entries.join('').replaceAll(/(?<=<\/Ntry>)<Document><BkToCstmrAcctRpt><Rpt>/g, '')}</Rpt></BkToCstmrAcctRpt></Document>`

  test('which MT940 and CAMT state', async () => {
    expect(await outcomes(mt940('USD'))).toEqual([OTHER])
    expect(await outcomes(mt940('IDR'))).toEqual(['matched number'])
    expect(await outcomes(report(camt('USD', 'BOOK')))).toEqual([OTHER])
  })

  test('and a pending booking is left out, which comes again when it is booked', async () => {
    const engine = createReconcileEngine({ now: () => Date.parse('2026-11-26T05:00:00Z') })
    const text = report(camt('IDR', 'PDNG'), camt('IDR', '<Cd>BOOK</Cd>'), camt('IDR', '<Cd>INFO</Cd>'))
    const preview = await engine.run('read', { source: { kind: 'text', text, name: '' }, layouts: [] })
    expect([preview.lines, preview.unbooked]).toEqual([1, 2])
    expect(await outcomes(text)).toEqual(['matched number'])
  })
})

describe('usual files have no false outcome', () => {
  test.each([
    ['an ISO date first', `2026-11-21,${N},91000.00`],
    ['an account number first', `1230098765432,21/11/2026,TRF ${N} BUDI,"91,000.00"`],
    ['quoted cells', `"21/11/2026","${N}","91,000.00"`],
    ['an amount with commas and no quotes', `INV-2026-0001,91,000.00`],
    ['an apostrophe of Excel', `'${N}\t91,000.00`],
    ['a zero-width space', `${N}\u200B\t91,000.00`],
    ['a number inside a sentence', `Pembayaran order ${N} sebesar Rp91.000 dari Budi`],
  ])('%s', async (_, text) => {
    expect(await outcomes(text)).toEqual(['matched number'])
  })

  test('the text of CAMT in character data', async () => {
    const entry = `<Ntry><Amt Ccy="IDR">91000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt>
<NtryDtls><TxDtls><RmtInf><Ustrd>Budi <![CDATA[& Co ${N}]]></Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
    const text = `<Document><BkToCstmrStmt><Stmt>${entry}</Stmt></BkToCstmrStmt></Document>`
    expect(await outcomes(text)).toEqual(['matched number'])
  })

  test('digits that Excel destroyed are named, and never matched', async () => {
    const other = { ...right, id: '2', platOrderNo: '2611210815300010002', amount: '5.00' }
    expect(
      await outcomes(`Order No;Amount\n2.61121E+18;91,000.00\n2611210815300010000;91,000.00`, [
        { ...right, amount: '1.00' },
        other,
      ]),
    ).toEqual(['notRead digitsLost', 'notRead digitsLost'])
  })
})

describe('the end of a number is suggested, and never matched', () => {
  const ending = (id: string, number: string, amount = '91000.00') => ({
    ...right,
    id,
    platOrderNo: number,
    merchantOrderNo: `A-${id}`,
    amount,
    name: 'Budi Santoso',
  })
  const [first, second, other] = [
    ending('1', '2611210815300010017'),
    ending('2', '2611211015300020017'),
    ending('3', '2611211115300030044'),
  ]
  /** The suggested order of one line and how many others are possible, or why there is none. */
  async function suggestionFor(description: string, orders: readonly ComparedOrder[]) {
    const engine = createReconcileEngine({ now: () => Date.parse('2026-11-26T05:00:00Z') })
    const text = `Tanggal,Keterangan,Jumlah\n21/11/2026,${description},"91,000.00"`
    await engine.run('read', { source: { kind: 'text', text, name: 'pasted' }, layouts: [] })
    await engine.run('addOrders', { orders })
    const { summary } = await engine.run('match', { settings: DEFAULT_SETTINGS, rules: [] })
    const { rows } = await engine.run('rows', { bucket: 'all', needle: '', openOnly: false, from: 0, to: 1 })
    expect(summary.buckets.matched.entries).toBe(0)
    const [{ bucket, reason, order, alternatives }] = rows as [(typeof rows)[number]]
    return bucket === 'suggested' ? [order?.id, alternatives] : reason
  }

  test('when two orders share it, both are possible', async () => {
    expect(await suggestionFor('TRF DARI BUDI REF 0017', [other, first, second])).toEqual(['1', 2])
    expect(await suggestionFor('TRF DARI BUDI REF 0020017', [other, first, second])).toEqual(['2', 2])
  })

  test('when one order has it, that comes before others of the amount', async () => {
    expect(await suggestionFor('TRF REF 0044', [first, second, other])).toEqual(['3', 2])
  })

  test('a name and an end are found among many orders of one amount and day', async () => {
    const many = Array.from({ length: 80 }, (_, at) => ({
      ...ending(String(at), `26112112153000${10_000 + at}`, '91000.00'),
      name: at === 70 ? 'Rahmat Hidayat' : 'Budi Santoso',
    }))
    expect(await suggestionFor('TRANSFER RAHMAT HIDAYAT', many)).toEqual(['70', 9])
    expect(await suggestionFor('TRANSFER REF 10075', many)).toEqual(['75', 9])
    expect(await suggestionFor('TRANSFER', many)).toEqual(['0', 9])
  })

  test('when its order has another amount, there is no suggestion', async () => {
    expect(await suggestionFor('TRF REF 0017', [{ ...first, amount: '5.00' }])).toBe('noPartner')
  })
})

describe('a number that ends in zeros', () => {
  const zeros = { ...right, platOrderNo: '2611210815300010000' }
  const line = `${zeros.platOrderNo};91,000.00`

  test('is read beside a number that kept its digits', async () => {
    expect(await outcomes(`Order No;Amount\n2611210815300010777;5.00\n${line}`, [zeros])).toEqual([
      'statementOnly unknownNumber',
      'matched number',
    ])
  })

  test('is read alone when an order has it, else its digits are lost', async () => {
    expect(await outcomes(`Order No;Amount\n${line}`, [zeros])).toEqual(['matched number'])
    expect(await outcomes(`Order No;Amount\n${line}`, [right])).toEqual(['notRead digitsLost'])
  })

  test('is lost beside others that end so, even when an order has it', async () => {
    expect(await outcomes(`Order No;Amount\n${line}\n2611210815310020000;5.00`, [zeros])).toEqual([
      'notRead digitsLost',
      'notRead digitsLost',
    ])
  })
})

describe('numbers without amounts are compared as numbers, and say so', () => {
  test('each number once; the status still counts', async () => {
    const text = [N, right.merchantOrderNo, expired.platOrderNo, '2611210815300010777'].join('\n')
    expect(await outcomes(text, [right, expired])).toEqual([
      'matched numberOnly',
      'duplicate sameOrder',
      'statusDiffers status',
      'statementOnly unknownNumber',
    ])
  })

  test('the sums show the orders, no line is unread, and both sides still come to nothing', async () => {
    const engine = createReconcileEngine({ now: () => Date.parse('2026-11-26T05:00:00Z') })
    const preview = await engine.run('read', { source: { kind: 'text', text: `${N}\nINV-2026-0006`, name: '' }, layouts: [] })
    expect([preview.hasAmounts, preview.unreadAmounts]).toEqual([false, 0])
    await engine.run('addOrders', { orders: [right, noLine] })
    const { summary } = await engine.run('match', { settings: DEFAULT_SETTINGS, rules: [] })
    expect(summary.equation).toMatchObject({ hasAmounts: false, unreadLines: 0, lineRest: '0.00', orderRest: '0.00' })
    expect(summary.buckets.matched).toMatchObject({ lines: 2, lineSum: '0.00', orderSum: '124000.00', open: 0 })
  })

  test('one amount in the file makes every other line unread', async () => {
    expect(await outcomes(`Order No;Amount\n${N};\n2611210815300010777;5.00`)).toEqual([
      'notRead amountMissing',
      'statementOnly unknownNumber',
    ])
  })
})

describe('pasted numbers with amounts and without dates', () => {
  test.each([
    ['SBY-0001401 65.000', 'SBY-0001399 23.500'],
    ['SBY-0001401 65,000.00', 'SBY-0001399 23,500.00'],
    ['SBY-0001401  Rp 65.000', 'SBY-0001399  Rp 23.500'],
    ['65.000,00 CR SBY-0001401', '23.500,00 CR SBY-0001399'],
    ['SBY-0001401 65000', 'SBY-0001399 23500'],
    ['SBY-0001401\t65.000,00', 'SBY-0001399\t23.500,00'],
  ])('%s: the numbers are looked up, the amounts are not, and no date is missed', async (...lines) => {
    const engine = createReconcileEngine({ now: () => Date.parse('2026-11-26T05:00:00Z') })
    const preview = await engine.run('read', { source: { kind: 'text', text: lines.join('\n'), name: '' }, layouts: [] })
    expect([preview.moneyIn, preview.unreadDays]).toEqual(['88500.00', 0])
    const { lookups } = await engine.run('match', { settings: { ...DEFAULT_SETTINGS, days: 'none' }, rules: [] })
    expect(lookups).toEqual(['SBY-0001401', 'SBY-0001399'])
  })

  test('a date in one of the lines makes the others undated', async () => {
    const engine = createReconcileEngine({ now: () => Date.parse('2026-11-26T05:00:00Z') })
    const text = '21/11/2026 SBY-0001401 65.000\nSBY-0001399 23.500'
    const preview = await engine.run('read', { source: { kind: 'text', text, name: '' }, layouts: [] })
    expect(preview.unreadDays).toBe(1)
  })
})

test('amounts without a direction go the way of payouts', async () => {
  const payout: ComparedOrder = { ...right, type: 'PAYOUT' }
  expect(await outcomes(`Order No;Amount\n${N};91,000.00`, [payout], 'PAYOUT')).toEqual(['matched number'])
})

test('a direction that only a missing balance would tell stays open', async () => {
  const rows = [
    `"2026-11-21","${N}","91000.00","5091000.00"`,
    ...['1,5090999', '2,5091001', '3,5090998'].map((row) => {
      const [amount, balance] = row.split(',')
      return `"2026-11-21","XX-0000-0","${amount}.00","${balance}.00"`
    }),
  ]
  expect((await outcomes(rows.join('\n')))[0]).toBe('notRead amountUnreadable')
})

describe('no line is lost', () => {
  const read = async (content: string | Uint8Array) => {
    const engine = createReconcileEngine({ now: () => Date.parse('2026-11-26T05:00:00Z') })
    const source = { kind: 'file', file: new Blob([content as BlobPart]), name: '' } as const
    const preview = await engine.run('read', { source, layouts: [] })
    await engine.run('match', { settings: DEFAULT_SETTINGS, rules: [] })
    const { rows } = await engine.run('rows', { bucket: 'all', needle: '', openOnly: false, from: 0, to: 1_000 })
    return { preview, days: rows.map(({ line }) => line?.day), numbers: rows.map(({ line }) => line?.lineNumber) }
  }
  const number = (at: number) => `26112108153000${String(10_000 + at)}`
  const undated = (count: number) => Array.from({ length: count }, (_, at) => `,${number(at)},payment ${at},${at + 1}000.00`)

  test('a date that stands only above the lines of its day is carried on, up to the totals', async () => {
    const rows = [
      'Date,Order No,Description,Amount',
      `2026-11-20,${number(900)},payment,5000.00`,
      ...undated(2),
      `2026-11-21,${number(901)},payment,5000.00`,
      ...undated(300),
      ',,,"1,922,000.00"',
      'Total,,,"1,922,000.00"',
      `,${number(902)},printed by SYSTEM,1.00`,
    ]
    const { preview, days } = await read(rows.join('\n'))
    expect(preview).toMatchObject({ lines: 304, leftOut: 3, unreadDays: 0 })
    expect([days.slice(0, 4), days.at(-1)]).toEqual([['2026-11-20', '2026-11-20', '2026-11-20', '2026-11-21'], '2026-11-21'])
  })

  test('rows that are left out are all counted', async () => {
    const totals = Array.from({ length: 80 }, (_, at) => `Total ${at},,,5.00`)
    const { preview } = await read(
      ['Date,Order No,Description,Amount', `2026-11-21,${number(0)},a payment,5.00`, ...totals].join('\n'),
    )
    expect([preview.lines, preview.leftOut]).toEqual([1, 80])
  })

  test('sheets with the same titles are joined in their order, and others are named', async () => {
    const titles = ['Date', 'Order No', 'Amount']
    const book = utils.book_new()
    const add = (name: string, rows: unknown[][]) => utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
    add('20', [['Bank', '', '', '', 'of the shop'], titles, ['2026-11-20', number(1), '5.00']])
    add('Fees', [
      ['Fee', 'Amount'],
      ['QRIS', '5.00'],
    ])
    add('21', [titles, ['2026-11-21', number(2), '6.00'], ['2026-11-21', number(3), '7.00']])
    add('Empty', [])
    const { preview, days, numbers } = await read(new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' })))
    expect(preview).toMatchObject({ lines: 3, leftOut: 1, moneyIn: '18.00', otherSheets: ['Fees'] })
    expect([days, numbers]).toEqual([
      ['2026-11-20', '2026-11-21', '2026-11-21'],
      [3, 5, 6],
    ])
  })

  /** A workbook with these numbers in a column of dates. */
  const dated = (serials: readonly number[], date1904: boolean) => {
    const rows = serials.map((serial, at) => [serial, number(at), '5.00'])
    const sheet = utils.aoa_to_sheet([['Date', 'Order No', 'Amount'], ...rows])
    for (const [at] of rows.entries()) sheet[`A${at + 2}`].z = 'yyyy-mm-dd hh:mm'
    const book = { ...utils.book_new(sheet, 'S'), Workbook: { WBProps: { date1904 } } }
    return (['xlsx', 'xls'] as const).map((bookType) => new Uint8Array(write(book, { type: 'array', bookType })))
  }

  test('numbers in a column of dates that are none leave the other lines read', async () => {
    for (const content of dated([46_347, 20_261_122, -1, 46_349.5], false)) {
      const { preview, days } = await read(content)
      expect([preview.lines, preview.unreadDays, days]).toEqual([4, 1, ['2026-11-21', '2026-11-22', null, '2026-11-23']])
    }
  })

  test('days that a workbook counts from 1904 are read', async () => {
    for (const content of dated([46_347 - 1_462, 46_348.5 - 1_462], true))
      expect((await read(content)).days).toEqual(['2026-11-21', '2026-11-22'])
  })
})
