import type { Switches } from './switches.ts'

export type Row = Record<string, unknown>

/** Rows of each list. */
export const ROWS = 37

const HOUR = 3_600_000
const WIB = 7 * HOUR

/** Statuses, channels and methods: those of the contract, or words that no console knows. */
const WORDS = {
  known: { paid: 'SUCCESS', open: 'PENDING', failed: 'FAILED', channel: 'VA_BCA', method: 'VIRTUAL_ACCOUNT' },
  own: { paid: 'PAID', open: 'WAITING', failed: 'REJECTED', channel: 'OVO_QR', method: 'VA' },
} as const

export type Words = (typeof WORDS)[keyof typeof WORDS]

/**
 * The time as this gateway writes it. Its minute is half an hour from the present one: a time of the present minute on a screen is
 * none of this gateway's.
 */
export function timeText(at: number, { times }: Switches): string {
  const wib = new Date(at + WIB).toISOString()
  return times === 'zoned' ? `${wib.slice(0, 19)}+07:00` : `${wib.slice(0, 10)} ${wib.slice(11, 19)}`
}

/** All data of the gateway, made at its start. */
export function createData(switches: Switches, now: number) {
  const words = WORDS[switches.words]
  const amount = (text: string): string | number => (switches.amounts === 'number' ? Number(text) : text)
  const time = (n: number) => timeText(now - 30 * 60_000 - n * 3 * HOUR, switches)
  const idOf = (n: number): Row =>
    switches.ids === 'none' ? {} : { id: switches.ids === 'number' ? 5_000 + n : `f${5_000 + n}` }
  const list = (make: (n: number) => Row): Row[] => Array.from({ length: ROWS }, (_, n) => ({ ...idOf(n), ...make(n) }))
  const statusOf = (n: number): string => [words.paid, words.open, words.failed][n % 3]!
  const completed = (n: number): Row => (n % 3 === 1 ? {} : { completeTime: time(n) })

  const order = (prefix: string, n: number): Row => ({
    merchantNo: 'F100',
    merchantOrderNo: `${prefix}-${1000 + n}`,
    platOrderNo: `${prefix}P${700_000 + n}`,
    payAmount: amount(`${150_000 + n}.00`),
    payFee: amount('1500.00'),
    payChannel: words.channel,
    payMethod: words.method,
    status: statusOf(n),
    createTime: time(n),
    ...completed(n),
  })
  const payin = (n: number): Row => ({ ...order('FO', n), payerName: `Payer ${n}`, accountNumber: `8077${100_000 + n}` })
  const payout = (n: number): Row => ({
    ...order('FX', n),
    bankCode: 'BCA',
    bankName: 'Bank Central Asia',
    accountNumber: `52710${n}`,
    accountHoldName: `Holder ${n}`,
  })
  const movement = (prefix: string, n: number): Row => ({
    merchantOrderNo: `${prefix}-${1000 + n}`,
    payAmount: amount(`${2_000_000 + n}.00`),
    status: statusOf(n),
    createTime: time(n),
    ...completed(n),
  })
  return {
    words,
    amount,
    idOf,
    time: () => time(0),
    payins: list(payin),
    payouts: list(payout),
    usdtPayins: list((n) => ({ ...order('FU', n), payChannel: 'TRON' })),
    usdtPayouts: list((n) => ({ ...order('FV', n), payChannel: 'TRON' })),
    checkouts: list((n) => order('FC', n)),
    transfers: list((n) => ({ ...movement('FT', n), receiveMerchantNo: 'F200', transferFee: amount('0.00') })),
    recharges: list((n) => ({ ...movement('FR', n), payChannel: words.channel })),
    withdraws: list((n) => ({ ...movement('FW', n), bankName: 'Bank Central Asia', accountNumber: `52710${n}` })),
    entries: list((n) => ({
      createTime: time(n),
      type: words.paid === 'PAID' ? 'IN' : 'PAYIN',
      platOrderNo: `FOP${700_000 + n}`,
      payAmount: amount(`${1_000 + n}.00`),
      ...(switches.parts === 'whole' && { beforeAvailable: amount('0.00'), afterAvailable: amount('1000.00') }),
    })),
    subMerchants: list((n) => ({
      merchantNo: `F${300 + n}`,
      ...(switches.parts === 'whole' && { status: 'ACTIVE', feeType: 'FIXED', merchantFee: amount('1000.00') }),
    })),
    agentMerchants: list((n) => ({ merchantNo: `F${100 + n}`, status: 'ACTIVE', feeType: 'FIXED' })),
  }
}

export type Data = ReturnType<typeof createData>

/** The sums of a day, or nothing where the gateway has none. */
export const summary = ({ amount }: Data, { parts }: Switches): Row =>
  parts === 'absent'
    ? {}
    : {
        totalPayinCount: 40,
        totalPayinAmount: amount('4000000.00'),
        successPayinCount: 31,
        successPayinAmount: amount('3100000.00'),
        totalPayoutCount: 12,
        totalPayoutAmount: amount('1200000.00'),
        successPayoutCount: 10,
        successPayoutAmount: amount('1000000.00'),
      }
