import { createHmac } from 'node:crypto'
import { toText } from '#contract/money.ts'
import { SIGNATURE_HEADER, sign } from '#contract/signing.ts'
import { sha256 } from '../auth/credentials.ts'
import { signatureHeader } from '../auth/signatureHeader.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { optionalWibTime, wibTime } from '../wib.ts'

export interface CallbackMessage {
  headers: Record<string, string>
  /** Form-encoded. */
  body: string
}

/** The id of the event for the newest status of an order; every attempt for that status has the same id. */
export const eventIdOf = ({ id, moves }: Pick<OrderRecord, 'id' | 'moves'>): string => `evt_${id}_${moves}`

/**
 * The callback of an order. It is signed by `_timestamp` and `_sign` in the form and by the header of the merchant API, like the
 * merchant's own calls, and by the headers of Standard Webhooks (their key is the bytes of the merchant's secret). The form holds
 * one signature, made with the first secret; the headers hold one for each secret.
 */
export function callbackMessage(
  order: OrderRecord,
  eventId: string,
  secrets: readonly [string, ...string[]],
  now: number,
): CallbackMessage {
  const body = new URLSearchParams(
    sign(formFields(order), secrets[0], { hash: sha256, now }) as Record<string, string>,
  ).toString()
  const seconds = String(Math.floor(now / 1_000))
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${eventId}.${seconds}.${body}`).digest('base64'),
  )
  return {
    headers: {
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      'user-agent': 'Paydesk-Callback/1.0',
      [SIGNATURE_HEADER.toLowerCase()]: signatureHeader(body, secrets, now),
      'webhook-id': eventId,
      'webhook-timestamp': seconds,
      'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
    },
    body,
  }
}

function formFields(order: OrderRecord): Record<string, string | null> {
  const amount = (minor: bigint | null) => (minor === null ? null : toText(minor, order.currency))
  return {
    merchantNo: order.merchantNo,
    merchantOrderNo: order.merchantOrderNo,
    platOrderNo: order.id,
    payOrderNo: order.payOrderNo,
    payChannel: order.channel,
    currency: order.currency,
    payAmount: amount(order.amount),
    paidAmount: amount(order.paidAmount),
    refundedAmount: order.refundedAmount === 0n ? null : amount(order.refundedAmount),
    payFee: amount(order.fee),
    status: order.status,
    createTime: wibTime(order.createTime),
    completeTime: optionalWibTime(order.completeTime),
  }
}
