import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { Merchant } from '#contract/rows/merchants.ts'
import { AddSubMerchant, CreateSubMerchant, PagedSubMerchants, UpdateSubMerchant } from '#contract/shapes/merchants.ts'
import { audit } from '../audit/audit.ts'
import { hashPassword } from '../auth/credentials.ts'
import { endSessions } from '../auth/sessions.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import { serveMoney } from '../http/money.ts'
import { serveList } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { moveMerchant } from './merchantStatus.ts'
import { lockMerchant, type MerchantRow, merchantByNo, merchantView } from './merchants.ts'
import { listSubMerchants } from './subMerchantQueries.ts'
import { addSubMerchant, applySubMerchantChange, type NewSubMerchant, validateNewSubMerchant } from './subMerchants.ts'

/** Routes by which a merchant creates, changes and lists its sub-merchants. */
export function subMerchantRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway

  for (const [call, shape] of [
    [calls.createSubMerchant, CreateSubMerchant],
    [calls.addSubMerchant, AddSubMerchant],
  ] as const) {
    serveMoney(app, gateway, call, shape, {
      prepare: (input, { merchant }) => validateNewSubMerchant(input, merchant, gateway.clock.now()),
      execute: (tx, _, caller, data) => create(tx, gateway, caller, data),
    })
  }

  serveList(app, calls.subMerchants, PagedSubMerchants, (filter, { merchant }, page) =>
    listSubMerchants(db, merchant, filter, page),
  )

  serveMoney(app, gateway, calls.updateSubMerchant, UpdateSubMerchant, {
    async prepare({ pwd, pwd2 }) {
      if (pwd !== pwd2) throw new Refusal('pwdCompareError')
      return pwd === undefined ? undefined : hashPassword(pwd)
    },
    async execute(tx, input, caller, passwordHash) {
      const { merchantNo } = input
      const before = await lockMerchant(tx, merchantNo, sql`parent_no = ${caller.merchant.merchantNo}`)
      const after = applySubMerchantChange(before, input)
      await moveMerchant(tx, before, after.status, 'parent')
      await save(tx, input, after, passwordHash ?? before.passwordHash)
      if (passwordHash !== undefined) await endSessions(tx, merchantNo)
      const { before: previous, after: changed } = differences(before, after)
      const detail = { before: previous, after: { ...changed, ...(passwordHash !== undefined && { password: '****' }) } }
      await audit(tx, gateway, caller, 'updateMerchant', { merchantNo, target: merchantNo, detail })
      return merchantView((await merchantByNo(tx, merchantNo))!)
    },
  })
}

async function create(tx: Transaction, gateway: Gateway, caller: Caller, data: NewSubMerchant): Promise<Merchant> {
  const merchantNo = await addSubMerchant(tx, caller.merchant, data, gateway.clock.now())
  const { passwordHash: _, nationalId, feeFixed, ...fields } = data
  const detail = { ...fields, feeFixed: feeFixed?.toString() ?? null, nationalId: nationalId && '****' }
  await audit(tx, gateway, caller, 'createMerchant', { merchantNo, target: merchantNo, detail })
  return merchantView((await merchantByNo(tx, merchantNo))!)
}

type SubMerchantFields = ReturnType<typeof applySubMerchantChange>

/** Saving an address re-enables its callbacks. */
const save = (
  tx: Transaction,
  { merchantNo, payinNotifyAddress, payoutNotifyAddress }: UpdateSubMerchant,
  after: SubMerchantFields,
  passwordHash: string,
): Promise<number> =>
  tx.run(sql`
    update merchant
       set name = ${after.name}, mobile = ${after.mobile}, fee_type = ${after.feeType}, fee_rate = ${after.feeRate},
           fee_fixed = ${after.feeFixed}, password_hash = ${passwordHash},
           payin_notify_address = ${after.payinNotifyAddress}, payout_notify_address = ${after.payoutNotifyAddress},
           notify_disabled = notify_disabled and ${payinNotifyAddress === undefined},
           payout_notify_disabled = payout_notify_disabled and ${payoutNotifyAddress === undefined}
     where merchant_no = ${merchantNo}`)

/** The fields whose values differ, for the audit event. */
function differences(before: MerchantRow, after: SubMerchantFields) {
  const changed = (Object.keys(after) as (keyof SubMerchantFields)[]).filter((name) => before[name] !== after[name])
  const of = (one: SubMerchantFields) => Object.fromEntries(changed.map((name) => [name, one[name]]))
  return { before: of(before), after: of(after) }
}
