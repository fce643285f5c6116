import { expect, test } from 'vitest'
import { numberToDial } from '#contract/numberToDial.ts'
import { birthdayError, isMobile, normalizeMobile, PATTERNS, parseBirth } from '#contract/rules.ts'

const samples: Record<keyof typeof PATTERNS, { accepts: string[]; rejects: string[] }> = {
  digits: { accepts: ['0', '007', '123456'], rejects: ['', '12a', '-1'] },
  word: { accepts: ['abc', 'a_1', 'ID2024'], rejects: ['', 'a b', 'a-b'] },
  password: { accepts: ['aB1', 'Passw0rd', '9zZ!!!!!'], rejects: ['password1', 'PASSWORD1', 'Password'] },
  mobiles: { accepts: ['081234567890', '0812,0813', '1,2,3'], rejects: ['0812,', '0812, 0813', ',0812'] },
  decimal: { accepts: ['0', '1.5', '-10.12345'], rejects: ['1.', '.5', 'abc'] },
  decimal2: { accepts: ['10', '10.5', '10.55'], rejects: ['10.555', '10.', '1,000'] },
  integer: { accepts: ['-5', '0', '+7'], rejects: ['1.5', '--1', ''] },
  positiveInteger: { accepts: ['1', '10', '999'], rejects: ['0', '01', '-1'] },
  fraction: { accepts: ['0.5', '0.006', '0.999'], rejects: ['0', '1', '0.00'] },
  nonNegative: { accepts: ['0', '3.5', '100'], rejects: ['-1', '1.', 'abc'] },
  url: {
    accepts: ['https://shop.example.id/cb', 'http://127.0.0.1:8080/notify?x=1', 'https://a.co'],
    rejects: ['shop.example.id/cb', 'ftp://a.co', 'https://a b.co'],
  },
  passcode: { accepts: ['000000', '123456', '987654'], rejects: ['12345', '1234567', '12345a'] },
  minute: {
    accepts: ['2026-11-26T14:00', '2026-11-26 14:00:59'],
    rejects: ['2026-11-26', '2026-11-26T14', '2026-11-26T30:00', '14:00', '2026-11-26T14:00+07:00'],
  },
  loginName: { accepts: ['demo', 'ops.team', 'a_b@shop.id'], rejects: ['ab', 'has space', 'x/y/z'] },
  orderPattern: {
    accepts: ['INV-2611*', '*0042x*', 'a*b*c', 'abc', `${'*'.repeat(10)}a_1`],
    rejects: ['', '***', 'ab*', '*42', 'INV 26*', 'x'.repeat(65)],
  },
  orderNumber: { accepts: ['INV-2024-0001', '2601010000000010001', 'a'], rejects: ['', 'INV 1', 'INV#1'] },
  merchantNo: { accepts: ['M10000001', 'M00000000', 'M99999999'], rejects: ['10000001', 'M1', 'm10000001'] },
  bankAccount: {
    accepts: ['12345', '0011223344', '12345678901234567890'],
    rejects: ['1234', '12-345', '123456789012345678901'],
  },
  mobile: { accepts: ['0812345678', '081234567890', '02112345678'], rejects: ['812345678', '+62812345678', '08'] },
  personName: { accepts: ['Budi Santoso', '李雷', "O'Neil"], rejects: ['', '   ', 'x'.repeat(65)] },
  viewName: { accepts: ['a', 'Failed this week', '失败'], rejects: ['', ' a', 'a ', 'a\nb', 'x'.repeat(61)] },
  nationalId: { accepts: ['3174011508900001'], rejects: ['317401150890000', '31740115089000012', '317401150890000A'] },
  chainAddress: {
    accepts: ['TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj', '0x52908400098527886E0F7030069857D2E4169EE7'],
    rejects: ['TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcd0', '0x52908400098527886E0F7030069857D2E4169EE', '8077000112345678'],
  },
  ipv4OrCidr: { accepts: ['10.0.0.1', '203.0.113.0/24', '255.255.255.255'], rejects: ['256.0.0.1', '10.0.0', '10.0.0.1/33'] },
}

test.each(Object.entries(samples))('The pattern %s accepts and rejects its samples', (name, { accepts, rejects }) => {
  const pattern = PATTERNS[name as keyof typeof PATTERNS]
  expect(accepts.filter((text) => !pattern.test(text))).toEqual([])
  expect(rejects.filter((text) => pattern.test(text))).toEqual([])
})

test.each([
  ['+62 812-3456-789', '08123456789'],
  ['62812345678', '0812345678'],
  ['812345678', '0812345678'],
  ['0812345678', '0812345678'],
  ['', ''],
])('the mobile %j is dialled %j at home', (typed, normal) => {
  expect(normalizeMobile(typed)).toBe(normal)
})

test.each([
  ['+62 812-3456-789', '08123456789'],
  ['0062 812 3456 789', '08123456789'],
  ['0812 3456 789', '08123456789'],
  ['8123456789', '08123456789'],
  ['+65 9123 4567', null],
  ['0065 9123 4567', null],
  ['00 1 202 555 0100', null],
  ['08123', null],
  ['', null],
])('the telephone dials for %j %j', (typed, number) => {
  expect(numberToDial(typed)).toBe(number)
})

test('A mobile is valid in any of its forms', () => {
  const typed = ['+62 812-3456-789', '62812345678', '812345678', '0812345678', '', 'abc', '08', '110', '0812x345678']
  expect(typed.filter(isMobile)).toEqual(typed.slice(0, 4))
})

test.each([
  ['a man born on 15 August', '3174011508900001', null],
  ['a woman born on the same day', '3174015508900001', null],
  ['month 13', '3174011513900001', 'birthdayMonthNotReal'],
  ['month 0', '3174011500900001', 'birthdayMonthNotReal'],
  ['month 0 and day 0', '3174010000900001', 'birthdayMonthNotReal'],
  ['day 32', '3174013201900001', 'birthdayNotReal'],
  ['day 0', '3174010001900001', 'birthdayNotReal'],
  ['day 40, which is neither his nor hers', '3174014001900001', 'birthdayNotReal'],
  ['her day 32', '3174017201900001', 'birthdayNotReal'],
  ['her 31 January', '3174017101900001', null],
  ['31 April', '3174013104900001', 'birthdayNotReal'],
  ['30 February', '3174013002900001', 'birthdayNotReal'],
  ['29 February 2000', '3174012902000001', null],
  ['her 29 February 1996', '3174016902960001', null],
  ['29 February 2001', '3174012902010001', 'birthdayNotReal'],
  ['29 February of a year that is still to come, and was none in 1930', '3174012902300001', 'birthdayNotReal'],
  ['29 February 1928, which is still to come in this century', '3174012902280001', null],
])('the birthday in a national ID: %s', (_, nationalId, fault) => {
  expect(birthdayError(nationalId, 2026)).toBe(fault)
})

test('A national ID contains birthday and sex', () => {
  expect(parseBirth('3174015508900001', 2026)).toEqual({ day: 15, month: 8, year: 1990, sex: 'female' })
  expect(parseBirth('3174011508900001', 2026)).toEqual({ day: 15, month: 8, year: 1990, sex: 'male' })
  expect(parseBirth('3174011508260001', 2026)).toMatchObject({ year: 2026 })
  expect(parseBirth('3174011508270001', 2026)).toMatchObject({ year: 1927 })
})
