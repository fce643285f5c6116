import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { Merchant } from '#contract/rows/merchants.ts'
import { AddSubMerchant, CreateSubMerchant, PagedSubMerchants, UpdateSubMerchant } from '#contract/shapes/merchants.ts'
import { audit } from '../audit/audit.ts'
import { newAuditEvent } from '../audit/newAuditEvent.ts'
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
import { MERCHANT_COLUMNS, type MerchantRow, merchantByNo, merchantView } from './merchants.ts'
import { listSubMerchants } from './subMerchantQueries.ts'
import {
  addSubMerchant,
  applySubMerchantChange,
  type ChangeableFields,
  type NewSubMerchant,
  type SubMerchantChange,
  validateNewSubMerchant,
} from './subMerchants.ts'

/** The merchants under a merchant: it makes them, prices them and puts them out of action. */
export function subMerchantRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway

  const facts = (input: NewSubMerchant, { merchant }: Caller) => validateNewSubMerchant(input, merchant, gateway.clock.now())
  const made = (tx: Transaction, _: NewSubMerchant, caller: Caller, read: SubMerchantFacts) => create(tx, gateway, caller, read)
  serveMoney(app, gateway, calls.createSubMerchant, CreateSubMerchant, made, facts)
  serveMoney(app, gateway, calls.addSubMerchant, AddSubMerchant, made, facts)

  serveList(app, calls.subMerchants, PagedSubMerchants, (filter, { merchant }, wish) =>
    listSubMerchants(db, merchant, filter, wish),
  )

  serveMoney(
    app,
    gateway,
    calls.updateSubMerchant,
    UpdateSubMerchant,
    async (tx, { merchantNo, ...input }, caller, passwordHash: string | undefined) => {
      const before = await lockSubMerchant(tx, caller.merchant, merchantNo)
      const after = applySubMerchantChange(before, { ...input, passwordHash })
      await moveMerchant(tx, before, after.status, 'parent')
      await save(tx, merchantNo, after, input)
      if (passwordHash !== undefined) await endSessions(tx, merchantNo)
      const detail = differences(before, after)
      await audit(tx, { ...newAuditEvent(gateway, caller), action: 'updateMerchant', merchantNo, target: merchantNo, detail })
      return merchantView((await merchantByNo(tx, merchantNo))!)
    },
    async ({ pwd, pwd2 }) => {
      if (pwd !== pwd2) throw new Refusal('pwdCompareError')
      return pwd === undefined ? undefined : hashPassword(pwd)
    },
  )
}

async function create(tx: Transaction, gateway: Gateway, caller: Caller, facts: SubMerchantFacts): Promise<Merchant> {
  const merchantNo = await addSubMerchant(tx, caller.merchant, facts, gateway.clock.now())
  const { passwordHash: _, nationalId, feeFixed, ...told } = facts
  const detail = { ...told, feeFixed: feeFixed?.toString() ?? null, nationalId: nationalId && '****' }
  await audit(tx, { ...newAuditEvent(gateway, caller), action: 'createMerchant', merchantNo, target: merchantNo, detail })
  return merchantView((await merchantByNo(tx, merchantNo))!)
}

type SubMerchantFacts = Awaited<ReturnType<typeof validateNewSubMerchant>>

/** The sub-merchant, which nobody else changes until the transaction ends. Somebody else's does not exist. */
async function lockSubMerchant(tx: Transaction, parent: MerchantRow, merchantNo: string): Promise<MerchantRow> {
  const row = await tx.one<MerchantRow>(sql`
    select ${MERCHANT_COLUMNS}
      from merchant
     where merchant_no = ${merchantNo} and parent_no = ${parent.merchantNo}
       for update`)
  if (row === undefined) throw new Refusal('MERCHANT_NOT_FOUND')
  return row
}

/** A saved address is tried again, whatever it answered before. */
const save = (
  tx: Transaction,
  merchantNo: string,
  after: Omit<ChangeableFields, 'currency'>,
  { payinNotifyAddress, payoutNotifyAddress }: SubMerchantChange,
): Promise<number> =>
  tx.run(sql`
    update merchant
       set name = ${after.name}, mobile = ${after.mobile}, fee_type = ${after.feeType}, fee_rate = ${after.feeRate},
           fee_fixed = ${after.feeFixed}, password_hash = ${after.passwordHash},
           payin_notify_address = ${after.payinNotifyAddress}, payout_notify_address = ${after.payoutNotifyAddress},
           notify_disabled = notify_disabled and ${payinNotifyAddress === undefined},
           payout_notify_disabled = payout_notify_disabled and ${payoutNotifyAddress === undefined}
     where merchant_no = ${merchantNo}`)

const NAMES = [
  'name',
  'mobile',
  'status',
  'feeType',
  'feeRate',
  'feeFixed',
  'payinNotifyAddress',
  'payoutNotifyAddress',
] as const

function differences(before: MerchantRow, after: Omit<ChangeableFields, 'currency'>) {
  const changed = NAMES.filter((name) => before[name] !== after[name])
  const of = (one: typeof after) => Object.fromEntries(changed.map((name) => [name, one[name]]))
  const password = before.passwordHash === after.passwordHash ? {} : { password: '****' }
  return { before: of(before), after: { ...of(after), ...password } }
}
