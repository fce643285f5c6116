import { createHash } from 'node:crypto'
import { type Currency, minWireAmount, toText } from '#contract/money.ts'
import type { PayMethod } from '#contract/options.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import type { OrderRecord } from './orderRow.ts'

/** A way to pay. Amounts are minor units. */
export interface Channel {
  channel: string
  method: PayMethod
  currency: Currency
  minAmount: bigint
  maxAmount: bigint
  bankCode: string | null
  accountPrefix: string | null
}

/** The channels of a direction that are open, by name. */
export async function openChannels(db: Queries, direction: 'PAYIN' | 'PAYOUT'): Promise<Map<string, Channel>> {
  const rows = await db.all<Channel & { minAmount: string; maxAmount: string }>(sql`
    select channel, method, currency, min_amount as "minAmount", max_amount as "maxAmount", bank_code as "bankCode",
           account_prefix as "accountPrefix"
      from pay_channel
     where direction = ${direction} and active`)
  return new Map(
    rows.map((row) => [row.channel, { ...row, minAmount: BigInt(row.minAmount), maxAmount: BigInt(row.maxAmount) }]),
  )
}

export const payinChannels = (db: Queries): Promise<Map<string, Channel>> => openChannels(db, 'PAYIN')
export const payoutChannels = (db: Queries): Promise<Map<string, Channel>> => openChannels(db, 'PAYOUT')

/**
 * Refuses an amount finer than the wire (VALIDATION_FAILED), and one outside the channel's limits (AMOUNT_OUT_OF_RANGE, with
 * both of them).
 */
export function checkAmount({ minAmount, maxAmount, currency }: Channel, amount: bigint): void {
  if (amount % minWireAmount(currency) !== 0n) throw new Refusal('VALIDATION_FAILED', { fields: { payAmount: 'rule.format' } })
  if (amount < minAmount || amount > maxAmount) {
    throw new Refusal('AMOUNT_OUT_OF_RANGE', { detail: { min: toText(minAmount, currency), max: toText(maxAmount, currency) } })
  }
}

/** What a channel answers when it is asked to collect: its own number, and where the payer is to pay. */
export type Issue = Pick<OrderRecord, 'payOrderNo' | 'platAccountId' | 'bankCode' | 'accountNumber' | 'receiveAccount'>

/**
 * The reference channel: it answers at once, and everything follows from the order's number, so that an order can be
 * told from its account and the other way round. A real one would be asked over the network here.
 */
export function issue({ channel, method, bankCode, accountPrefix }: Channel, id: Id): Issue {
  const digits = id.slice(4, 12) + id.slice(15)
  return {
    // The number of a transfer on chain is its hash, which nobody knows before it is made.
    payOrderNo: method === 'CRYPTO' ? null : `${channel.replace(/^.*_/, '').slice(0, 4)}${id.slice(0, 12)}${id.slice(15)}`,
    platAccountId: `${channel}-01`,
    bankCode,
    accountNumber: accountPrefix === null ? null : accountPrefix + digits,
    receiveAccount: method === 'CRYPTO' ? chainAddress(channel, id) : null,
  }
}

/** What the payer is shown: an account to transfer to, a text to draw as QR code, or a page to open. */
export interface Instruction {
  accountNumber: string | null
  qrText: string | null
  payUrl: string | null
}

/** What of an order, or of a recharge, its payer must know. */
type Payable = Pick<OrderRecord, 'method' | 'accountNumber' | 'receiveAccount' | 'id' | 'amount' | 'currency' | 'accountName'>

export function instructionOf(order: Payable): Instruction {
  const { method, accountNumber, receiveAccount, id } = order
  return {
    accountNumber,
    qrText: method === 'QRIS' ? qrisText(order) : receiveAccount,
    payUrl: REDIRECT_METHODS.includes(method) ? paymentPageUrl(id) : null,
  }
}

/** The methods whose payer is sent to a page of the channel; the gateway has none of its own. */
export const REDIRECT_METHODS: readonly PayMethod[] = ['EWALLET']

/** The page on which the order of that number is paid. */
export const paymentPageUrl = (id: Id): string => `https://wallet.invalid/pay/${id}`

/** A merchant-presented QR code after EMVCo: fields of number, length and value, the last a checksum of all before. */
function qrisText({ id, amount, currency, accountName }: Payable): string {
  const name = (accountName ?? '').slice(0, 25)
  const text = [
    field('00', '01'),
    field('01', '12'),
    field('26', field('00', 'ID.CO.PAYDESK.WWW') + field('01', id)),
    field('52', '5999'),
    field('53', currency === 'VND' ? '704' : '360'),
    field('54', toText(amount, currency)),
    field('58', currency === 'VND' ? 'VN' : 'ID'),
    field('59', name === '' ? 'PAYDESK' : name),
    field('60', currency === 'VND' ? 'HANOI' : 'JAKARTA'),
    field('62', field('01', id)),
    '6304',
  ].join('')
  return text + crc16(text)
}

const field = (tag: string, value: string): string => tag + String(value.length).padStart(2, '0') + value

/** CRC-16/CCITT-FALSE, as four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

function chainAddress(channel: string, id: Id): string {
  const account = sha256(Buffer.from(id)).subarray(0, 20)
  return channel === 'USDT_TRC20' ? base58check(Buffer.concat([TRON, account])) : `0x${account.toString('hex')}`
}

const TRON = Buffer.of(0x41)
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function base58check(payload: Buffer): string {
  const checked = Buffer.concat([payload, checksum(payload)])
  let text = ''
  for (let left = BigInt(`0x${checked.toString('hex')}`); left > 0n; left /= 58n) text = ALPHABET[Number(left % 58n)] + text
  return text
}

const checksum = (payload: Buffer): Buffer => sha256(sha256(payload)).subarray(0, 4)

/** Whether the text is an address of the channel's chain; a mistyped one of TRON is told by its checksum. */
export function isChainAddress(channel: string, address: string): boolean {
  if (channel !== 'USDT_TRC20') return /^0x[0-9a-fA-F]{40}$/.test(address)
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return false
  const number = [...address].reduce((sum, letter) => sum * 58n + BigInt(ALPHABET.indexOf(letter)), 0n)
  const bytes = Buffer.from(number.toString(16).padStart(50, '0'), 'hex')
  return bytes.length === 25 && checksum(bytes.subarray(0, 21)).equals(bytes.subarray(21))
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
