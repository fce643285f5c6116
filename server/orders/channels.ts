import { createHash } from 'node:crypto'
import type { Direction } from '#contract/kinds.ts'
import { type Currency, minWireAmount, toText } from '#contract/money.ts'
import type { PayMethod } from '#contract/options.ts'
import type { PaymentInstruction } from '#contract/rows/movements.ts'
import type { Queries } from '../db/database.ts'
import { column, parseRow, type Raw, type RowOf, selectList } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { invalidField, Refusal } from '../refusal.ts'
import type { OrderRecord } from './orderRow.ts'

/** The columns of `pay_channel` that a payment needs. Amounts are minor units. */
const CHANNEL = {
  channel: column.text,
  method: column.of<PayMethod>(),
  currency: column.of<Currency>(),
  minAmount: column.amount,
  maxAmount: column.amount,
  bankCode: column.optionalText,
  accountPrefix: column.optionalText,
}

/** A payment channel. */
export type Channel = RowOf<typeof CHANNEL>

const CHANNEL_COLUMNS = selectList('c', CHANNEL)

/** Active channels of a direction, by name. */
export async function openChannels(db: Queries, direction: Direction): Promise<ReadonlyMap<string, Channel>> {
  const rows = await db.all<Raw<Channel>>(sql`
    select ${CHANNEL_COLUMNS} from pay_channel c where c.direction = ${direction} and c.active`)
  return new Map(rows.map((row) => [row.channel, parseRow(CHANNEL, row)]))
}

/** The active channel of this name. Undefined for another name and for none. */
export async function openChannel(db: Queries, direction: Direction, name: string | undefined): Promise<Channel | undefined> {
  if (name === undefined) return undefined
  const row = await db.one<Raw<Channel>>(sql`
    select ${CHANNEL_COLUMNS} from pay_channel c where c.direction = ${direction} and c.active and c.channel = ${name}`)
  return row && parseRow(CHANNEL, row)
}

/** The channel that was found by a name. Throws VALIDATION_FAILED for one in another currency, and for none. */
export function channelIn(currency: Currency, channel: Channel | undefined, name: string | undefined): Channel {
  if (name === undefined) throw invalidField('payChannel', 'rule.required')
  if (channel?.currency !== currency) throw invalidField('payChannel', 'rule.unknown')
  return channel
}

/**
 * Throws VALIDATION_FAILED for an amount with too many fraction digits, and AMOUNT_OUT_OF_RANGE, with the limits as detail,
 * for one outside the limits of the channel.
 */
export function checkAmount({ minAmount, maxAmount, currency }: Channel, amount: bigint): void {
  if (amount % minWireAmount(currency) !== 0n) throw invalidField('payAmount', 'rule.format')
  if (amount < minAmount || amount > maxAmount) {
    throw new Refusal('AMOUNT_OUT_OF_RANGE', { detail: { min: toText(minAmount, currency), max: toText(maxAmount, currency) } })
  }
}

/** The response of a channel to a collection request: its own number, and the account to pay to. */
export type Issue = Pick<OrderRecord, 'payOrderNo' | 'platAccountId' | 'bankCode' | 'accountNumber' | 'receiveAccount'>

/**
 * The reference channel. It responds immediately and derives everything from the order id, so that the account identifies the
 * order and vice versa. A real channel would be called over the network here.
 */
export function issue({ channel, method, bankCode, accountPrefix }: Channel, id: Id): Issue {
  const digits = id.slice(4, 12) + id.slice(15)
  return {
    // The number of a transfer on chain is its hash, unknown until the transfer is made.
    payOrderNo: method === 'CRYPTO' ? null : `${channel.replace(/^.*_/, '').slice(0, 4)}${id.slice(0, 12)}${id.slice(15)}`,
    platAccountId: `${channel}-01`,
    bankCode,
    accountNumber: accountPrefix === null ? null : accountPrefix + digits,
    receiveAccount: method === 'CRYPTO' ? chainAddress(channel, id) : null,
  }
}

/** The properties of an order or recharge that the instructions need. */
type Payable = Pick<OrderRecord, 'method' | 'accountNumber' | 'receiveAccount' | 'id' | 'amount' | 'currency' | 'accountName'>

/** The payment instruction for the payer: an account to transfer to, a text for a QR code, or a page to open. */
export function instructionOf(order: Payable): PaymentInstruction {
  const { method, accountNumber, receiveAccount, id } = order
  return {
    accountNumber,
    qrText: method === 'QRIS' ? qrisText(order) : receiveAccount,
    payUrl: REDIRECT_METHODS.includes(method) ? paymentPageUrl(id) : null,
  }
}

/** The methods that redirect the payer to a page of the channel. The gateway has no payment page of its own. */
export const REDIRECT_METHODS: readonly PayMethod[] = ['EWALLET']

export const paymentPageUrl = (id: Id): string => `https://wallet.invalid/pay/${id}`

/** A merchant-presented QR code (EMVCo): fields of tag, length and value. The last field is a checksum of everything before it. */
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

/** Whether the text is a valid address on the chain of the channel. TRON addresses are verified by their checksum. */
export function isChainAddress(channel: string, address: string): boolean {
  if (channel !== 'USDT_TRC20') return /^0x[0-9a-fA-F]{40}$/.test(address)
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return false
  const number = [...address].reduce((sum, letter) => sum * 58n + BigInt(ALPHABET.indexOf(letter)), 0n)
  const bytes = Buffer.from(number.toString(16).padStart(50, '0'), 'hex')
  return bytes.length === 25 && checksum(bytes.subarray(0, 21)).equals(bytes.subarray(21))
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
