import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { OtpState } from '#contract/rows/credentials.ts'
import { OtpSecret, OtpStatus } from '#contract/shapes/credentials.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { MerchantLookup, StatusChange } from '#contract/shapes/merchants.ts'
import { movesFrom } from '#contract/statuses.ts'
import { audit } from '../audit/audit.ts'
import { confirmAuthority } from '../auth/authority.ts'
import { newPasscodeSecret, passcodeUrl, sha256 } from '../auth/credentials.ts'
import { clearPasscodeAttempts, consumePasscode } from '../auth/passcodes.ts'
import { endSessions } from '../auth/sessions.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import { serveMoney } from '../http/money.ts'
import { serve } from '../http/serve.ts'
import { moveMerchant } from '../merchants/merchantStatus.ts'
import { lockMerchant, type MerchantRow, merchantByNo, merchantByUsername, merchantView } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'

/** Passcode settings, changed by staff for every account or by a merchant for itself, and merchant status, changed by staff. */
export function platformRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway

  serveMoney(app, gateway, calls.resetOtpStatus, OtpStatus, {
    async prepare(input, caller) {
      const merchant = await accountFor(gateway, caller, input.merchantNo)
      // Staff with a lost authenticator has its secret reset by a colleague.
      if (caller.merchant.kind !== 'staff' || input.merchantNo === caller.merchant.merchantNo)
        await checkPasscode(gateway, merchant, input)
      return merchant
    },
    async execute(tx, { merchantNo, status = 'OFF', reason }, caller, merchant) {
      const on = status === 'ON'
      await lockBoth(tx, caller, merchantNo)
      const state = await tx.one<OtpState>(sql`
        update merchant set otp_enabled = ${on}
         where merchant_no = ${merchantNo}
     returning ${OTP_STATE}`)
      const action = on ? 'passcodeOn' : 'passcodeOff'
      const detail = { before: merchant.otpEnabled, after: on, reason }
      await audit(tx, gateway, caller, action, { merchantNo, target: merchantNo, detail })
      return state!
    },
  })

  // An active passcode cannot be replaced, so that an unattended session cannot take it over. It must be switched off first,
  // which requires a code. The reply reads the secret again, so that it is never stored for an idempotency key, and shows no other: a
  // sign-in may have replaced it.
  serveMoney(app, gateway, calls.enrolOtp, NoInput, {
    async execute(tx, _, caller) {
      const { merchantNo } = caller.merchant
      const secret = newPasscodeSecret()
      const updated = await tx.run(sql`
        update merchant set otp_secret = ${secret}, otp_enrolled = false, otp_last_step = 0
         where merchant_no = ${merchantNo} and not (otp_enabled and otp_enrolled)`)
      if (updated === 0) throw new Refusal('ORDER_STATE_CONFLICT', { reason: 'passcodeInUse' })
      await audit(tx, gateway, caller, 'passcodeEnrol', { target: merchantNo })
      return { merchantNo, secretHash: sha256(secret) }
    },
    async reply({ merchantNo, secretHash }) {
      const enrolling = await db.one<{ username: string; secret: string }>(sql`
        select username, otp_secret as secret from merchant where merchant_no = ${merchantNo} and not otp_enrolled`)
      if (enrolling === undefined || sha256(enrolling.secret) !== secretHash)
        throw new Refusal('ORDER_STATE_CONFLICT', { reason: 'passcodeInUse' })
      return { otpAuthUrl: passcodeUrl(enrolling.username, enrolling.secret) }
    },
  })

  serve(app, calls.platMerchant, MerchantLookup, async ({ who }) => {
    const trimmed = who.trim()
    const account = (await merchantByNo(db, trimmed.toUpperCase())) ?? (await merchantByUsername(db, trimmed))
    if (account === undefined || account.kind === 'staff')
      throw new Refusal('MERCHANT_NOT_FOUND', { fields: { who: 'rule.unknown' } })
    return { ...merchantView(account), enrolled: account.otpEnrolled, moves: movesFrom(account.status, 'staff') }
  })

  // For a lost authenticator: the user enrols a new one at the next sign-in.
  serveMoney(app, gateway, calls.resetOtpSecret, OtpSecret, {
    prepare: ({ merchantNo }, caller) => accountFor(gateway, caller, merchantNo),
    async execute(tx, { merchantNo, reason }, caller) {
      await lockBoth(tx, caller, merchantNo)
      // Staff may reset its own passcode, which ends the session that is confirmed here.
      await confirmAuthority(tx)
      const state = await tx.one<OtpState>(sql`
        update merchant
           set otp_enabled = true, otp_enrolled = false, otp_last_step = 0, otp_secret = ${newPasscodeSecret()}
         where merchant_no = ${merchantNo}
     returning ${OTP_STATE}`)
      await endSessions(tx, merchantNo)
      await clearPasscodeAttempts(tx, merchantNo)
      await audit(tx, gateway, caller, 'passcodeSecret', { merchantNo, target: merchantNo, detail: { reason } })
      return state!
    },
  })

  serveMoney(app, gateway, calls.merchantStatus, StatusChange, {
    async execute(tx, { merchantNo, status, from, reason }, caller) {
      const before = await lockMerchant(tx, merchantNo, sql`kind <> 'staff'`)
      if (from !== undefined && from !== before.status)
        throw new Refusal('ORDER_STATE_CONFLICT', { reason: 'merchantIs', detail: { status: before.status } })
      await moveMerchant(tx, before, status, 'staff')
      const detail = { before: { status: before.status }, after: { status }, reason }
      await audit(tx, gateway, caller, 'updateMerchant', { merchantNo, target: merchantNo, detail })
      return merchantView({ ...before, status })
    },
  })
}

const OTP_STATE = sql`merchant_no as "merchantNo", otp_enabled as "otpEnabled", otp_enrolled as "enrolled"`

/** Locks the caller and the account in the order of their numbers: two members of staff may change each other. */
const lockBoth = (tx: Transaction, { merchant }: Caller, merchantNo: string): Promise<number> =>
  tx.run(sql`
    select 1 from merchant where merchant_no in (${merchant.merchantNo}, ${merchantNo}) order by merchant_no for update`)

/** The account of the passcode. Throws FORBIDDEN when a caller other than staff names another account. */
async function accountFor({ db }: Gateway, { merchant }: Caller, merchantNo: string): Promise<MerchantRow> {
  if (merchant.kind !== 'staff' && merchant.merchantNo !== merchantNo) throw new Refusal('FORBIDDEN')
  const account = await merchantByNo(db, merchantNo)
  if (account === undefined) throw new Refusal('MERCHANT_NOT_FOUND')
  return account
}

/**
 * Requires a valid code, so that an unattended session cannot switch the passcode off. When it is switched on, a code confirms
 * the authenticator; without one, the user enrols at the next sign-in.
 */
async function checkPasscode({ db, clock }: Gateway, merchant: MerchantRow, { status, otp }: OtpStatus): Promise<void> {
  const isRequired = status === 'ON' ? otp !== undefined : merchant.otpEnabled && merchant.otpEnrolled
  if (!isRequired) return
  if (!(await consumePasscode(db, merchant, otp ?? '', clock.now()))) throw new Refusal('OTP_INVALID', { status: 422 })
}
