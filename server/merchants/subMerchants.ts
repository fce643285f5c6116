import { toText } from '#contract/money.ts'
import type { MerchantStatus } from '#contract/options.ts'
import type { FeeType } from '#contract/rows/fees.ts'
import { birthdayError, normalizeMobile, PATTERNS } from '#contract/rules.ts'
import { hashPassword } from '../auth/credentials.ts'
import { parseNotifyAddress } from '../callbacks/notifyAddress.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { Refusal } from '../refusal.ts'
import { wibDay } from '../wib.ts'
import { type FeeInput, feeFaults, storedFee } from './feeInput.ts'
import { newSecret } from './keys.ts'
import type { MerchantRow } from './merchants.ts'

export interface NewSubMerchant extends FeeInput {
  merchantName: string
  username: string
  pwd: string
  pwd2: string
  mobile?: string | undefined
  nationalId?: string | undefined
  status?: MerchantStatus | undefined
  payinNotifyAddress?: string | undefined
  payoutNotifyAddress?: string | undefined
}

/** A sub-merchant that was checked and is ready to be written. */
export interface SubMerchantData {
  name: string
  username: string
  passwordHash: string
  mobile: string | null
  nationalId: string | null
  status: MerchantStatus
  feeType: FeeType
  feeRate: string | null
  feeFixed: bigint | null
  payinNotifyAddress: string | null
  payoutNotifyAddress: string | null
}

/** Checks what was typed. Refuses with pwdCompareError, or with VALIDATION_FAILED and every field that is wrong. */
export async function validateNewSubMerchant(
  input: NewSubMerchant,
  { currency }: Pick<MerchantRow, 'currency'>,
  now: number,
): Promise<SubMerchantData> {
  if (input.pwd !== input.pwd2) throw new Refusal('pwdCompareError')
  const { nationalId = '' } = input
  const mobile = normalizeMobile(input.mobile ?? '')
  const faults = {
    ...feeFaults(input, currency),
    ...(isMobile(mobile) ? {} : { mobile: 'rule.format' }),
    ...(nationalId === '' ? {} : nationalIdFaults(nationalId, now)),
  }
  if (Object.keys(faults).length > 0) throw new Refusal('VALIDATION_FAILED', { fields: faults })
  return {
    name: input.merchantName.trim(),
    username: input.username.toLowerCase(),
    payinNotifyAddress: parseNotifyAddress('payinNotifyAddress', input.payinNotifyAddress) ?? null,
    payoutNotifyAddress: parseNotifyAddress('payoutNotifyAddress', input.payoutNotifyAddress) ?? null,
    passwordHash: await hashPassword(input.pwd),
    mobile: mobile || null,
    nationalId: nationalId || null,
    status: input.status ?? 'ACTIVE',
    ...storedFee(input, currency),
  }
}

/** Empty is a mobile that nobody gave. */
export const isMobile = (normal: string): boolean => normal === '' || PATTERNS.mobile.test(normal)

function nationalIdFaults(nationalId: string, now: number): Record<string, string> {
  if (!PATTERNS.nationalId.test(nationalId)) return { nationalId: 'rule.format' }
  const fault = birthdayError(nationalId, Number(wibDay(now).slice(0, 4)))
  return fault === null ? {} : { nationalId: fault }
}

/** What may be changed of a sub-merchant; what is left out stays. */
export interface SubMerchantChange extends Partial<FeeInput> {
  merchantName?: string | undefined
  mobile?: string | undefined
  status?: MerchantStatus | undefined
  payinNotifyAddress?: string | undefined
  payoutNotifyAddress?: string | undefined
  passwordHash?: string | undefined
}

/** What is kept of a sub-merchant that may be changed. */
export type ChangeableFields = Pick<
  MerchantRow,
  | 'name'
  | 'mobile'
  | 'status'
  | 'feeType'
  | 'feeRate'
  | 'feeFixed'
  | 'currency'
  | 'payinNotifyAddress'
  | 'payoutNotifyAddress'
  | 'passwordHash'
>

/** The sub-merchant as it is to be. Refuses as for a new one, with VALIDATION_FAILED; the fee must make sense as a whole. */
export function applySubMerchantChange(before: ChangeableFields, input: SubMerchantChange): Omit<ChangeableFields, 'currency'> {
  const { merchantName, status = before.status, passwordHash = before.passwordHash } = input
  const mobile = input.mobile === undefined ? (before.mobile ?? '') : normalizeMobile(input.mobile)
  const fee: FeeInput = {
    feeType: input.feeType ?? before.feeType ?? 'FIXED',
    feeRate: input.feeRate ?? before.feeRate ?? undefined,
    merchantFee: input.merchantFee ?? (before.feeFixed === null ? undefined : toText(BigInt(before.feeFixed), before.currency)),
  }
  const touched = input.feeType !== undefined || input.feeRate !== undefined || input.merchantFee !== undefined
  const faults = {
    ...(touched ? feeFaults(fee, before.currency) : {}),
    ...(input.mobile === undefined || isMobile(mobile) ? {} : { mobile: 'rule.format' }),
  }
  if (Object.keys(faults).length > 0) throw new Refusal('VALIDATION_FAILED', { fields: faults })
  const { feeType, feeRate, feeFixed } = touched ? storedFee(fee, before.currency) : before
  return {
    name: merchantName?.trim() ?? before.name,
    mobile: mobile || null,
    status,
    feeType,
    feeRate,
    feeFixed: feeFixed === null ? null : String(feeFixed),
    payinNotifyAddress: addressOf('payinNotifyAddress'),
    payoutNotifyAddress: addressOf('payoutNotifyAddress'),
    passwordHash,
  }

  function addressOf(name: 'payinNotifyAddress' | 'payoutNotifyAddress'): string | null {
    const typed = parseNotifyAddress(name, input[name])
    return typed === undefined ? before[name] : typed
  }
}

/**
 * Adds a sub-merchant with an empty account and a secret of its own, and gives its number. It settles as its parent does.
 * Refuses with USERNAME_TAKEN, also when somebody takes the name at the same moment.
 */
export async function addSubMerchant(
  tx: Transaction,
  { merchantNo, currency, settleDelayMinutes }: MerchantRow,
  facts: SubMerchantData,
  now: number,
): Promise<string> {
  for (;;) {
    const added = await tx.one<{ no: string }>(sql`
      insert into merchant (
        merchant_no, kind, parent_no, name, mobile, national_id, status, username, password_hash, currency, fee_type,
        fee_rate, fee_fixed, settle_delay_minutes, payin_notify_address, payout_notify_address, api_secret, create_time
      )
      values (
        'M' || nextval('merchant_number'), 'subMerchant', ${merchantNo}, ${facts.name}, ${facts.mobile}, ${facts.nationalId},
        ${facts.status}, ${facts.username}, ${facts.passwordHash}, ${currency}, ${facts.feeType}, ${facts.feeRate},
        ${facts.feeFixed}, ${settleDelayMinutes}, ${facts.payinNotifyAddress}, ${facts.payoutNotifyAddress}, ${newSecret()},
        ${new Date(now)}
      )
          on conflict do nothing
   returning merchant_no as no`)
    if (added !== undefined) {
      await tx.run(sql`insert into account (merchant_no, currency) values (${added.no}, ${currency})`)
      return added.no
    }
    // Either the name is taken, or the number, which somebody may have given by hand: the next one is tried.
    if (await tx.one(sql`select merchant_no from merchant where username = ${facts.username}`)) {
      throw new Refusal('USERNAME_TAKEN', { fields: { username: 'rule.taken' } })
    }
  }
}
