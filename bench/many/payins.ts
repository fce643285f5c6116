import { setTimeout } from 'node:timers/promises'
import { Pool } from 'undici'
import { calls } from '#contract/calls.ts'
import { SIGNATURE_HEADER, signedHead } from '#contract/signing.ts'
import { signatureHeader } from '../../server/auth/signatureHeader.ts'
import { demoSecret } from '../../server/seed/accounts.ts'

const CONNECTIONS = 16

/** The systems of merchants, which create payins through the merchant API. */
export interface Shops {
  /** Creates a payin and returns its number at the gateway. */
  createPayin(merchant: { merchantNo: string; currency: string }): Promise<string>
  close(): Promise<void>
}

export function openShops(address: string): Shops {
  const pool = new Pool(address, { connections: CONNECTIONS })
  const run = Date.now().toString(36)
  let number = 0
  const { path } = calls.openPayin
  return {
    async createPayin({ merchantNo, currency }) {
      const body = JSON.stringify({
        merchantNo,
        merchantOrderNo: `MANY-${run}-${++number}`,
        payAmount: `${10_000 + (number % 500)}.00`,
        payChannel: currency === 'USDT' ? 'USDT_TRC20' : 'VA_BCA',
        payerName: 'Siti Rahma',
      })
      const signature = signatureHeader(signedHead('POST', path) + body, [demoSecret(merchantNo)], Date.now())
      const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature }
      const reply = await pool.request({ method: 'POST', path, headers, body })
      const text = await reply.body.text()
      if (reply.statusCode !== 200) throw new Error(`A payin was answered ${reply.statusCode} ${text}`)
      return (JSON.parse(text) as { item: { platOrderNo: string } }).item.platOrderNo
    },
    close: () => pool.close(),
  }
}

/** Starts a job at each interval, given in milliseconds, whether or not earlier ones have ended, and waits for all at the end. */
export async function startEach(interval: () => number, signal: AbortSignal, job: () => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>()
  let at = performance.now()
  while (!signal.aborted) {
    at += interval()
    await setTimeout(Math.max(0, at - performance.now()), null, { signal }).catch(() => {})
    if (signal.aborted) break
    const one = job().finally(() => running.delete(one))
    running.add(one)
  }
  await Promise.all(running)
}
