import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Channel, crc16, instructionOf, issue } from '../../server/orders/channels.ts'
import { newPayin } from '../../server/payins/payins.ts'

const ID = '2611211633530012753'
const channel = (facts: Partial<Channel>): Channel => ({
  channel: 'VA_BCA',
  method: 'VIRTUAL_ACCOUNT',
  currency: 'IDR',
  minAmount: 1n,
  maxAmount: 10n ** 12n,
  bankCode: null,
  accountPrefix: null,
  ...facts,
})
const merchant = {
  merchantNo: 'M10000001',
  name: 'Toko Nusantara',
  currency: 'IDR',
  feeType: 'RATE',
  feeRate: '0.01',
  feeFixed: null,
  feeMin: null,
  feeMax: null,
} as const
const paidBy = (facts: Partial<Channel>) =>
  instructionOf(newPayin(ID, 0, { merchant, merchantOrderNo: 'A-1', amount: 15_000_000n, channel: channel(facts) }).order)

describe('the payment details for the payer', () => {
  test('contain a virtual account with the prefix of its bank', () => {
    expect(issue(channel({ bankCode: '014', accountPrefix: '1280' }), ID)).toEqual({
      payOrderNo: 'BCA2611211633532753',
      platAccountId: 'VA_BCA-01',
      bankCode: '014',
      accountNumber: '1280211633532753',
      receiveAccount: null,
    })
    expect(paidBy({ accountPrefix: '1280' })).toEqual({ accountNumber: '1280211633532753', qrText: null, payUrl: null })
  })

  test('contain a QR code with readable fields and a valid checksum', () => {
    const { qrText, ...rest } = paidBy({ channel: 'QRIS', method: 'QRIS' })
    expect(rest).toEqual({ accountNumber: null, payUrl: null })
    expect(crc16(qrText!.slice(0, -4))).toBe(qrText!.slice(-4))
    expect(fieldsOf(qrText!)).toEqual({
      '00': '01',
      '01': '12',
      '26': `0017ID.CO.PAYDESK.WWW0119${ID}`,
      '52': '5999',
      '53': '360',
      '54': '150000.00',
      '58': 'ID',
      '59': 'Toko Nusantara',
      '60': 'JAKARTA',
      '62': `0119${ID}`,
      '63': qrText!.slice(-4),
    })
  })

  test('use the standard CRC-16 checksum', () => {
    expect(crc16('123456789')).toBe('29B1')
  })

  test('contain the payment page of the wallet', () => {
    expect(paidBy({ channel: 'EW_DANA', method: 'EWALLET' })).toMatchObject({ payUrl: `https://wallet.invalid/pay/${ID}` })
  })

  test('contain a valid TRON address', () => {
    const { qrText } = paidBy({ channel: 'USDT_TRC20', method: 'CRYPTO' })
    const bytes = base58(qrText!)
    const [payload, check] = [bytes.subarray(0, 21), bytes.subarray(21)]
    const hash = (of: Buffer) => createHash('sha256').update(of).digest()
    expect(payload[0]).toBe(0x41)
    expect(hash(hash(payload)).subarray(0, 4)).toEqual(check)
  })
})

function fieldsOf(text: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4))
    fields[text.slice(at, at + 2)] = text.slice(at + 4, at + 4 + length)
    at += 4 + length
  }
  return fields
}

function base58(text: string): Buffer {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const value = [...text].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n)
  return Buffer.from(value.toString(16).padStart(50, '0'), 'hex')
}
