import type { FastifyInstance } from 'fastify'
import { hasPermission, type Permission } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import type { MerchantSecret } from '#contract/rows/credentials.ts'
import { SecretChange, SecretQuery } from '#contract/shapes/credentials.ts'
import { type AuditEvent, audit } from '../audit/audit.ts'
import { newAuditEvent } from '../audit/newAuditEvent.ts'
import { accountPermissions } from '../auth/permissions.ts'
import { checkTxnPassword } from '../auth/txnPassword.ts'
import { parseNotifyAddress } from '../callbacks/notifyAddress.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import { serveMoneyWithReply } from '../http/money.ts'
import { serve } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { wibTime } from '../wib.ts'
import { MASK, masked, merchantKeys, newKeyPair, readPublicKey, replaceKeyPair, replaceSecret } from './keys.ts'
import { type MerchantRow, merchantByNo } from './merchants.ts'

const OVERLAP_HOURS = 24
const LONGEST_OVERLAP = 168
const FIELDS = ['merchantPublicKey', 'payinNotifyAddress', 'payoutNotifyAddress'] as const

/** What a merchant and its sub-merchants sign with, and where they are called back. */
export function keyRoutes(app: FastifyInstance, gateway: Gateway): void {
  serve(app, calls.merchantSecret, SecretQuery, async ({ merchantNo }, { merchant }) =>
    shown(gateway, await whose(gateway, merchant, merchantNo)),
  )

  serveMoneyWithReply(
    app,
    gateway,
    calls.changeSecret,
    SecretChange,
    async (tx, { action = 'update', ...input }, caller, { merchantNo, pair }: Ready): Promise<Changed> => {
      const deed = { ...newAuditEvent(gateway, caller), merchantNo }
      const done = (handed: HandedOver['what'] = {}) => ({ merchantNo, handed: new HandedOver(handed) })
      if (action === 'update') {
        if (FIELDS.some((name) => input[name] !== undefined)) await update(tx, gateway, deed, input)
        return done()
      }
      if (action === 'reveal') return done({ secret: await reveal(tx, deed) })
      if (pair !== null) return done({ platPrivateKey: await resetKeyPair(tx, gateway, deed, pair) })
      return done({ secret: await resetSecret(tx, gateway, deed, hoursOf(input)) })
    },
    async ({ merchantNo, handed }) => ({ ...(await shown(gateway, merchantNo)), ...handed?.what }),
    async ({ action = 'update', target, txnPwd, ...input }, { merchant }) => {
      const needed: Permission = action === 'update' ? 'secret_update' : 'secret_reset'
      if (!hasPermission(accountPermissions(merchant), needed)) throw new Refusal('FORBIDDEN')
      const merchantNo = await whose(gateway, merchant, input.merchantNo)
      if (action === 'update') return { merchantNo, pair: null }
      if (hoursOf(input) > LONGEST_OVERLAP) throw new Refusal('VALIDATION_FAILED', { fields: { overlapHours: 'rule.format' } })
      if (action === 'reset' && target === undefined) {
        throw new Refusal('VALIDATION_FAILED', { fields: { target: 'rule.required' } })
      }
      await checkTxnPassword(gateway, merchant, txnPwd)
      return { merchantNo, pair: action === 'reset' && target === 'keypair' ? await newKeyPair() : null }
    },
  )
}

type KeyPair = Awaited<ReturnType<typeof newKeyPair>>

/** Whose keys are changed, and the pair that takes the place of the old one: making it takes a while, and no transaction waits. */
interface Ready {
  merchantNo: string
  pair: KeyPair | null
}

/** What was done, as it is kept under a key: what was handed over is not in it, and is told to the one who asked first only. */
interface Changed {
  merchantNo: string
  handed: HandedOver | null
}

class HandedOver {
  readonly what: Partial<Pick<MerchantSecret, 'secret' | 'platPrivateKey'>>
  constructor(what: HandedOver['what']) {
    this.what = what
  }
  toJSON(): null {
    return null
  }
}

const hoursOf = ({ overlapHours }: Pick<SecretChange, 'overlapHours'>): number => Number(overlapHours ?? OVERLAP_HOURS)

/** The beginning of an audit row, and with it whose keys are meant. */
type KeyDeed = Omit<AuditEvent, 'action'> & { merchantNo: string }

/** The number of the caller, or of the sub-merchant it asks for; refuses any other as if it did not exist. */
async function whose({ db }: Gateway, caller: MerchantRow, merchantNo = caller.merchantNo): Promise<string> {
  if (merchantNo === caller.merchantNo) return merchantNo
  const asked = await merchantByNo(db, merchantNo)
  if (asked?.parentNo !== caller.merchantNo) throw new Refusal('MERCHANT_NOT_FOUND')
  return merchantNo
}

/** What is left out stays, what is empty is cleared. A saved address is tried again, whatever it answered before. */
async function update(tx: Transaction, { clock }: Gateway, deed: KeyDeed, input: SecretChange): Promise<void> {
  const { merchantNo } = deed
  const { merchantPublicKey, payinNotifyAddress, payoutNotifyAddress } = input
  const key = merchantPublicKey?.trim() ? readPublicKey(merchantPublicKey) : null
  if (key === null && merchantPublicKey?.trim()) throw wrong('merchantPublicKey')
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
    values (${merchantNo}, ${key}, ${new Date(clock.now())})
        on conflict (merchant_no) do update
       set update_time = excluded.update_time,
           merchant_public_key = case when ${merchantPublicKey !== undefined} then excluded.merchant_public_key
                                      else merchant_key.merchant_public_key end`)
  const after = { payinNotifyAddress: payin, payoutNotifyAddress: payout }
  const detail = { before, after, ...(merchantPublicKey !== undefined && { merchantPublicKey: key }) }
  await audit(tx, { ...deed, action: 'keys', target: merchantNo, detail })
}

async function reveal(tx: Transaction, deed: KeyDeed): Promise<string> {
  await audit(tx, { ...deed, action: 'revealSecret', target: deed.merchantNo })
  const merchant = await merchantByNo(tx, deed.merchantNo)
  return merchant?.apiSecret ?? ''
}

async function resetSecret(tx: Transaction, { clock }: Gateway, deed: KeyDeed, overlapHours: number): Promise<string> {
  const { merchantNo } = deed
  await audit(tx, { ...deed, action: 'resetSecret', target: merchantNo, detail: { overlapHours } })
  return replaceSecret(tx, merchantNo, clock.now(), overlapHours)
}

/** The private half, of which nothing is kept here. */
async function resetKeyPair(
  tx: Transaction,
  { clock }: Gateway,
  deed: KeyDeed,
  { publicKey, privateKey }: KeyPair,
): Promise<string> {
  const { merchantNo } = deed
  await replaceKeyPair(tx, merchantNo, publicKey, clock.now())
  await audit(tx, { ...deed, action: 'resetKeyPair', target: merchantNo })
  return privateKey
}

async function shown({ db, clock }: Gateway, merchantNo: string): Promise<MerchantSecret> {
  const merchant = (await merchantByNo(db, merchantNo))!
  const keys = await merchantKeys(db, merchantNo, clock.now())
  const time = (at: Date | null) => (at === null ? null : wibTime(at))
  return {
    merchantNo,
    merchantPublicKey: keys.merchantPublicKey,
    platPublicKey: keys.platPublicKey,
    platPrivateKey: keys.platPublicKey === null ? '' : MASK,
    secret: merchant.apiSecret === null ? '' : masked(merchant.apiSecret),
    lastUsedTime: time(keys.secretUsedTime),
    oldSecretUntil: time(keys.oldSecretUntil),
    oldSecretUsedTime: time(keys.oldSecretUsedTime),
    payinNotifyAddress: merchant.payinNotifyAddress,
    payoutNotifyAddress: merchant.payoutNotifyAddress,
    updateTime: time(keys.updateTime),
  }
}

const wrong = (field: string) => new Refusal('VALIDATION_FAILED', { fields: { [field]: 'rule.format' } })
