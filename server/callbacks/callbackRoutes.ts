import type { FastifyInstance } from 'fastify'
import { hasPermission } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import type { Direction } from '#contract/merchantRows.ts'
import { CallbackAddress, CallbackHealthQuery } from '#contract/merchantShapes.ts'
import { audit } from '../audit/audit.ts'
import { newAuditEvent } from '../audit/newAuditEvent.ts'
import { accountPermissions } from '../auth/permissions.ts'
import type { Gateway } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import { type MerchantRow, scopeOf } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import { type CallbackTarget, callbackHealth, callbackTargets } from './callbackHealth.ts'
import { enableCallbacks } from './enableCallbacks.ts'
import { cancelRedelivery, redeliveryPlan } from './redelivery.ts'

/** How callbacks fare, by the address they go to; an address that is told again; what was given up, sent once more. */
export function callbackRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, clock, callbacks } = gateway

  serve(app, calls.callbackHealth, CallbackHealthQuery, async ({ merchantNo }, { merchant }) => {
    const seen = await scopeOf(db, merchant)
    const asked = merchantNo === undefined ? seen : seen === 'all' || seen.includes(merchantNo) ? [merchantNo] : []
    const found = []
    for (const listener of await callbackTargets(db, asked)) found.push(...(await callbackHealth(db, listener, clock.now())))
    return found.filter(({ direction }) => mayTell(merchant, direction))
  })

  serve(app, calls.enableCallbacks, CallbackAddress, async (input, caller) => {
    const { merchantNo } = await addressed(input, caller)
    return db.tx(async (tx) => {
      const enabled = await enableCallbacks(tx, merchantNo, input.direction)
      if (enabled) await audit(tx, { ...deed(input, caller), action: 'enableCallbacks' })
      return { enabled }
    })
  })

  serve(app, calls.redeliveryPlan, CallbackAddress, async (input, caller) => {
    await addressed(input, caller)
    return redeliveryPlan(db, input)
  })

  serve(app, calls.redeliver, CallbackAddress, async (input, caller) => {
    const listener = await addressed(input, caller)
    const { address, disabled } = input.direction === 'PAYOUT' ? listener.payout : listener.payin
    if (address === null) throw new Refusal('NOTIFY_ADDRESS_MISSING')
    if (disabled) throw new Refusal('NOTIFY_ADDRESS_DISABLED')
    // Written down before the first of them is sent.
    await audit(db, { ...deed(input, caller), action: 'redeliver' })
    return { queued: await callbacks.redeliver(input.merchantNo, input.direction) }
  })

  serve(app, calls.cancelRedelivery, CallbackAddress, async (input, caller) => {
    await addressed(input, caller)
    const cancelled = await cancelRedelivery(db, input)
    if (cancelled > 0) await audit(db, { ...deed(input, caller), action: 'cancelRedelivery' })
    return { cancelled }
  })

  /** The merchant of the address; refuses one that the caller does not see as if it did not exist. */
  async function addressed({ merchantNo, direction }: CallbackAddress, { merchant }: Caller): Promise<CallbackTarget> {
    if (!mayTell(merchant, direction)) throw new Refusal('FORBIDDEN')
    const seen = await scopeOf(db, merchant)
    const [found] = seen === 'all' || seen.includes(merchantNo) ? await callbackTargets(db, [merchantNo]) : []
    if (found === undefined) throw new Refusal('MERCHANT_NOT_FOUND')
    return found
  }

  const deed = ({ merchantNo, direction }: CallbackAddress, caller: Caller) => ({
    ...newAuditEvent(gateway, caller),
    merchantNo,
    target: merchantNo,
    detail: { direction },
  })
}

const mayTell = (merchant: MerchantRow, direction: Direction): boolean =>
  hasPermission(accountPermissions(merchant), direction === 'PAYOUT' ? 'payout_notify' : 'payin_notify')
