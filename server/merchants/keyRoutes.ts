import type { FastifyInstance } from 'fastify'
import type { Permission } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import type { MerchantSecret } from '#contract/rows/credentials.ts'
import { SecretChange, SecretQuery } from '#contract/shapes/credentials.ts'
import { audit } from '../audit/audit.ts'
import { checkTxnPassword } from '../auth/passwordChecks.ts'
import { accountMay } from '../auth/permissions.ts'
import { parseNotifyAddress } from '../callbacks/notifyAddress.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import { serveMoney } from '../http/money.ts'
import { serve } from '../http/serve.ts'
import { invalidField, Refusal } from '../refusal.ts'
import type { AuditAction } from '../texts/en.ts'
import { optionalWibTime } from '../wib.ts'
import {
  MASK,
  masked,
  merchantWithKeys,
  newKeyPair,
  readPublicKey,
  replaceKeyPair,
  replaceSecret,
  requireSignatureHeader,
} from './keys.ts'
import { type MerchantRow, merchantByNo } from './merchants.ts'

const DEFAULT_OVERLAP_HOURS = 24
const MAX_OVERLAP_HOURS = 168
const UPDATABLE_FIELDS = ['merchantPublicKey', 'payinNotifyAddress', 'payoutNotifyAddress'] as const

/** Signing keys and callback addresses of a merchant and its sub-merchants. */
export function keyRoutes(app: FastifyInstance, gateway: Gateway): void {
  serve(app, calls.merchantSecret, SecretQuery, async ({ merchantNo }, { merchant }) =>
    secretView(gateway, await resolveMerchantNo(gateway, merchant, merchantNo)),
  )

  serveMoney(app, gateway, calls.changeSecret, SecretChange, {
    async prepare({ action = 'update', target, txnPwd, ...input }, { merchant }): Promise<Prepared> {
      const required: Permission = action === 'update' ? 'secret_update' : 'secret_reset'
      if (!accountMay(merchant, required)) throw new Refusal('FORBIDDEN')
      const merchantNo = await resolveMerchantNo(gateway, merchant, input.merchantNo)
      if (action === 'update') return { merchantNo, pair: null }
      if (hoursOf(input) > MAX_OVERLAP_HOURS) throw invalidField('overlapHours', 'rule.format')
      if (action === 'reset' && target === undefined) throw invalidField('target', 'rule.required')
      if (action === 'signing' && input.signatureHeader === undefined) throw invalidField('signatureHeader', 'rule.required')
      await checkTxnPassword(gateway, merchant, txnPwd)
      return { merchantNo, pair: action === 'reset' && target === 'keypair' ? await newKeyPair() : null }
    },
    async execute(tx, { action = 'update', ...input }, caller, { merchantNo, pair }): Promise<Changed> {
      const now = gateway.clock.now()
      const record = (event: AuditAction, detail?: Record<string, unknown>) =>
        audit(tx, gateway, caller, event, { merchantNo, target: merchantNo, detail })
      const secrets: OneTimeSecrets['values'] = {}
      if (action === 'update') {
        if (UPDATABLE_FIELDS.some((name) => input[name] !== undefined))
          await record('keys', await update(tx, merchantNo, input, now))
      } else if (action === 'reveal') {
        await record('revealSecret')
        secrets.secret = (await merchantByNo(tx, merchantNo))?.apiSecret ?? ''
      } else if (action === 'signing') {
        const change = await requireSignatureHeader(tx, merchantNo, input.signatureHeader === 'REQUIRED', now)
        if (change !== null) await record('signing', change)
      } else if (pair !== null) {
        await replaceKeyPair(tx, merchantNo, pair.publicKey, now)
        await record('resetKeyPair')
        secrets.platPrivateKey = pair.privateKey
      } else {
        const overlapHours = hoursOf(input)
        await record('resetSecret', { overlapHours })
        secrets.secret = await replaceSecret(tx, merchantNo, now, overlapHours)
      }
      return { merchantNo, secrets: new OneTimeSecrets(secrets) }
    },
    reply: async ({ merchantNo, secrets }) => ({ ...(await secretView(gateway, merchantNo)), ...secrets?.values }),
  })
}

/** The merchant of the keys, and a new key pair. The pair is generated outside the transaction, because it is slow. */
interface Prepared {
  merchantNo: string
  pair: Awaited<ReturnType<typeof newKeyPair>> | null
}

/** The result that is stored for an idempotency key. Secrets are not stored, so only the first request gets them. */
interface Changed {
  merchantNo: string
  secrets: OneTimeSecrets | null
}

/** Secrets that are sent once. They serialize to null, so that they are never stored. */
class OneTimeSecrets {
  readonly values: Partial<Pick<MerchantSecret, 'secret' | 'platPrivateKey'>>
  constructor(values: OneTimeSecrets['values']) {
    this.values = values
  }
  toJSON(): null {
    return null
  }
}

const hoursOf = ({ overlapHours }: Pick<SecretChange, 'overlapHours'>): number => Number(overlapHours ?? DEFAULT_OVERLAP_HOURS)

/** The number of the caller or of its sub-merchant. Throws MERCHANT_NOT_FOUND for any other merchant. */
async function resolveMerchantNo({ db }: Gateway, caller: MerchantRow, merchantNo = caller.merchantNo): Promise<string> {
  if (merchantNo === caller.merchantNo) return merchantNo
  const asked = await merchantByNo(db, merchantNo)
  if (asked?.parentNo !== caller.merchantNo) throw new Refusal('MERCHANT_NOT_FOUND')
  return merchantNo
}

/**
 * Updates the given fields and returns the detail of the audit event. An empty value clears a field. Saving an address
 * re-enables its callbacks.
 */
async function update(tx: Transaction, merchantNo: string, input: SecretChange, now: number): Promise<Record<string, unknown>> {
  const { merchantPublicKey, payinNotifyAddress, payoutNotifyAddress } = input
  const key = merchantPublicKey?.trim() ? readPublicKey(merchantPublicKey) : null
  if (key === null && merchantPublicKey?.trim()) throw invalidField('merchantPublicKey', 'rule.format')
  const payin = parseNotifyAddress('payinNotifyAddress', payinNotifyAddress)
  const payout = parseNotifyAddress('payoutNotifyAddress', payoutNotifyAddress)
  const before = await tx.one<Partial<MerchantRow>>(sql`
    select payin_notify_address as "payinNotifyAddress", payout_notify_address as "payoutNotifyAddress"
      from merchant
     where merchant_no = ${merchantNo}
       for update`)
  await tx.run(sql`
    update merchant
       set payin_notify_address = case when ${payin !== undefined} then ${payin ?? null} else payin_notify_address end,
           payout_notify_address = case when ${payout !== undefined} then ${payout ?? null} else payout_notify_address end,
           notify_disabled = notify_disabled and ${payin === undefined},
           payout_notify_disabled = payout_notify_disabled and ${payout === undefined}
     where merchant_no = ${merchantNo}`)
  await tx.run(sql`
    insert into merchant_key (merchant_no, merchant_public_key, update_time)
    values (${merchantNo}, ${key}, ${new Date(now)})
        on conflict (merchant_no) do update
       set update_time = excluded.update_time,
           merchant_public_key = case when ${merchantPublicKey !== undefined} then excluded.merchant_public_key
                                      else merchant_key.merchant_public_key end`)
  const after = { payinNotifyAddress: payin, payoutNotifyAddress: payout }
  return { before, after, ...(merchantPublicKey !== undefined && { merchantPublicKey: key }) }
}

async function secretView({ db, clock }: Gateway, merchantNo: string): Promise<MerchantSecret> {
  const merchant = (await merchantWithKeys(db, merchantNo, clock.now()))!
  return {
    merchantNo,
    merchantPublicKey: merchant.merchantPublicKey,
    platPublicKey: merchant.platPublicKey,
    platPrivateKey: merchant.platPublicKey === null ? '' : MASK,
    secret: merchant.apiSecret === null ? '' : masked(merchant.apiSecret),
    lastUsedTime: optionalWibTime(merchant.secretUsedTime),
    oldSecretUntil: optionalWibTime(merchant.oldSecretUntil),
    oldSecretUsedTime: optionalWibTime(merchant.oldSecretUsedTime),
    signatureHeaderRequired: merchant.signatureHeaderRequired,
    payinNotifyAddress: merchant.payinNotifyAddress,
    payoutNotifyAddress: merchant.payoutNotifyAddress,
    updateTime: optionalWibTime(merchant.updateTime),
  }
}
