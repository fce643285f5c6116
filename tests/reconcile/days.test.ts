import { describe, expect, test } from 'vitest'
import { looksLikeDate, readDay, splitTime } from '../../src/reconcile/columns/readDay.ts'
import { createReconcileEngine } from '../../src/reconcile/worker/engine.ts'

const YEAR = { from: '2026-01-01', to: '2026-12-31' }
const dayOf = (cell: string) => readDay(cell, { order: 'dmy', period: YEAR })
const read = (cell: string) => [dayOf(cell), splitTime(cell).time]

describe('a date with a time is read', () => {
  const MONTHS = [
    'Jan Januari January enero',
    'Feb Februari February febrero',
    'Mar Maret March marzo',
    'Apr April abril',
    'May Mei mayo',
    'Jun Juni June junio',
    'Jul Juli July julio',
    'Aug Agt Agustus August agosto',
    'Sep Sept September septiembre',
    'Oct Okt Oktober October octubre',
    'Nov November noviembre',
    'Dec Des Desember December diciembre',
  ].flatMap((names, month) => names.split(' ').map((name) => [name, `2026-${String(month + 1).padStart(2, '0')}-21`]))

  test.each(MONTHS)('in %s, with and without its year', (name, day) => {
    for (const cell of [`21 ${name} 08.15`, `21 ${name} 08:15`, `21-${name}-2026 08:15:00`, `21 ${name} 2026, 08:15`])
      expect([cell, ...read(cell)]).toEqual([cell, day, '08:15:00'])
  })

  test.each([
    ['2026年11月21日', '2026-11-21', null],
    ['2026年1月2日 08:15', '2026-01-02', '08:15:00'],
    ['2026年11月21日20:15:30', '2026-11-21', '20:15:30'],
    ['11月21日', '2026-11-21', null],
    ['2026年13月21日', null, null],
  ])('%s', (cell, ...expected) => {
    expect(read(cell)).toEqual(expected)
  })
})

test.each([
  ['2026-11-21T20:15:30Z', '2026-11-22', '03:15:30'],
  ['2026-12-31 20:15:30 UTC', '2027-01-01', '03:15:30'],
  ['2026-11-21 20:15:30.123 +0000', '2026-11-22', '03:15:30'],
  ['21/11/2026 00:30 +08:00', '2026-11-20', '23:30:00'],
  ['2026-11-21T22:15:30-03:30', '2026-11-22', '08:45:30'],
  ['2026-11-21T20:15:30+07:00', '2026-11-21', '20:15:30'],
  ['2026-11-21 20:15:30 WIB', '2026-11-21', '20:15:30'],
  ['2026-11-21T20:15:30', '2026-11-21', '20:15:30'],
  // A day without a time of a bank east of WIB.
  ['2026-11-21T00:00:00+08:00', '2026-11-21', '00:00:00'],
])('a time of another zone is read as the time in WIB: %s', (cell, ...expected) => {
  expect(read(cell)).toEqual(expected)
})

test.each(['MAY-0001', 'Mar2211', 'DEC-12-2026-7', 'MAY-12', '12MAY-7'])(
  'a number that names a month is no day: %s',
  (cell) => {
    expect([dayOf(cell), looksLikeDate(cell)]).toEqual([null, false])
  },
)

describe('the days of a statement', () => {
  const daysIn = async (text: string) => {
    const engine = createReconcileEngine({ now: () => Date.parse('2026-11-26T05:00:00Z') })
    const { days, unreadDays } = await engine.run('read', { source: { kind: 'text', text, name: '' }, layouts: [] })
    return { days, unreadDays }
  }

  test('of one month are told by its name alone', async () => {
    const rows = ['21 Okt 08.15,INV-000001,"91,000.00"', '22 Okt 09.15,INV-000002,"92,000.00"']
    const days = { from: '2026-10-21', to: '2026-10-22' }
    expect(await daysIn(['Tanggal,No. Transaksi,Jumlah', ...rows].join('\n'))).toEqual({ days, unreadDays: 0 })
  })

  test('are those of WIB, also of CAMT', async () => {
    const entry = `<Ntry><Amt Ccy="IDR">5.00</Amt><BookgDt><DtTm>2026-11-21T20:00:00Z</DtTm></BookgDt></Ntry>`
    const days = { from: '2026-11-22', to: '2026-11-22' }
    expect(await daysIn(`<Document><BkToCstmrStmt><Stmt>${entry}</Stmt></BkToCstmrStmt></Document>`)).toEqual({
      days,
      unreadDays: 0,
    })
    expect(await daysIn('Date,Order No,Amount\n2026-11-21T20:15:30Z,INV-000001,5.00')).toEqual({ days, unreadDays: 0 })
  })
})
