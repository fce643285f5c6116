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
import { MERCHANT_COLUMNS, type MerchantRow, merchantByNo, merchantView } from './merchants.ts'
import { listSubMerchants } from './subMerchantQueries.ts'
import {
  addSubMerchant,
  applySubMerchantChange,
  type ChangeableFields,
  type NewSubMerchant,
  type SubMerchantChange,
  type SubMerchantData,
  validateNewSubMerchant,
} from './subMerchants.ts'

/** Routes by which a merchant creates, changes and lists its sub-merchants. */
export function subMerchantRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway

  const validate = (input: NewSubMerchant, { merchant }: Caller) => validateNewSubMerchant(input, merchant, gateway.clock.now())
  const insert = (tx: Transaction, _: NewSubMerchant, caller: Caller, data: SubMerchantData) =>
    create(tx, gateway, caller, data)
  serveMoney(app, gateway, calls.createSubMerchant, CreateSubMerchant, insert, validate)
  serveMoney(app, gateway, calls.addSubMerchant, AddSubMerchant, insert, validate)

  serveList(app, calls.subMerchants, PagedSubMerchants, (filter, { merchant }, page) =>
    listSubMerchants(db, merchant, filter, page),
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
      await audit(tx, gateway, caller, 'updateMerchant', { merchantNo, target: merchantNo, detail })
      return merchantView((await merchantByNo(tx, merchantNo))!)
    },
    async ({ pwd, pwd2 }) => {
      if (pwd !== pwd2) throw new Refusal('pwdCompareError')
      return pwd === undefined ? undefined : hashPassword(pwd)
    },
  )
}

async function create(tx: Transaction, gateway: Gateway, caller: Caller, data: SubMerchantData): Promise<Merchant> {
  const merchantNo = await addSubMerchant(tx, caller.merchant, data, gateway.clock.now())
  const { passwordHash: _, nationalId, feeFixed, ...fields } = data
  const detail = { ...fields, feeFixed: feeFixed?.toString() ?? null, nationalId: nationalId && '****' }
  await audit(tx, gateway, caller, 'createMerchant', { merchantNo, target: merchantNo, detail })
  return merchantView((await merchantByNo(tx, merchantNo))!)
}

/** Reads and locks the sub-merchant. Throws MERCHANT_NOT_FOUND when it is not the parent's. */
async function lockSubMerchant(tx: Transaction, parent: MerchantRow, merchantNo: string): Promise<MerchantRow> {
  const row = await tx.one<MerchantRow>(sql`
    select ${MERCHANT_COLUMNS}
      from merchant
     where merchant_no = ${merchantNo} and parent_no = ${parent.merchantNo}
       for update`)
  if (row === undefined) throw new Refusal('MERCHANT_NOT_FOUND')
  return row
}

/** Saving an address re-enables its callbacks. */
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

const AUDITED_FIELDS = [
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
  const changed = AUDITED_FIELDS.filter((name) => before[name] !== after[name])
  const of = (one: typeof after) => Object.fromEntries(changed.map((name) => [name, one[name]]))
  const password = before.passwordHash === after.passwordHash ? {} : { password: '****' }
  return { before: of(before), after: { ...of(after), ...password } }
}
