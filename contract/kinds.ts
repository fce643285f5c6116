import type { Currency } from './money.ts'
import type { MovementType } from './options.ts'

/** Payin or payout: money from payers to a merchant, or from a merchant to receivers. */
export type Direction = 'PAYIN' | 'PAYOUT'

/** Direction and currency of each kind of order. An order in USDT is paid on a chain. */
export const ORDER_KINDS = {
  PAYIN: { direction: 'PAYIN', currency: 'IDR' },
  USDT_PAYIN: { direction: 'PAYIN', currency: 'USDT' },
  PAYOUT: { direction: 'PAYOUT', currency: 'IDR' },
  USDT_PAYOUT: { direction: 'PAYOUT', currency: 'USDT' },
} as const satisfies Record<string, { direction: Direction; currency: Currency }>

/** The kind of an order on the wire and in the database. */
export type OrderKind = keyof typeof ORDER_KINDS

export const ALL_ORDER_KINDS = Object.keys(ORDER_KINDS) as OrderKind[]

export const directionOf = (kind: OrderKind): Direction => ORDER_KINDS[kind].direction

/** The currency that determines the fraction digits of a kind. */
export const currencyOf = (kind: OrderKind): Currency => ORDER_KINDS[kind].currency

export const kindsOf = (direction: Direction): OrderKind[] => ALL_ORDER_KINDS.filter((kind) => directionOf(kind) === direction)

export const RECHARGES: readonly MovementType[] = ['RECHARGE_ONLINE', 'RECHARGE_OFFLINE']
export const TRANSFERS: readonly MovementType[] = ['TRANSFER_OUT', 'TRANSFER_IN']

/** The movements that are held for a while before they leave, and can be cancelled meanwhile. */
export const HELD_TYPES: readonly MovementType[] = ['WITHDRAW', 'TRANSFER_OUT']

/** The kind of an order or a movement that a reply names. */
export type TargetKind = OrderKind | MovementType
