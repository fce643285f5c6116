import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { OtpState } from '#contract/rows/credentials.ts'
import { OtpSecret, OtpStatus } from '#contract/shapes/credentials.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { MerchantLookup, StatusChange } from '#contract/shapes/merchants.ts'
import { audit } from '../audit/audit.ts'
import { newAuditEvent } from '../audit/newAuditEvent.ts'
import { newPasscodeSecret, passcodeUrl } from '../auth/credentials.ts'
import { clearPasscodeAttempts, consumePasscode } from '../auth/passcodes.ts'
import { endSessions } from '../auth/sessions.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import { serveMoney } from '../http/money.ts'
import { serve } from '../http/serve.ts'
import { moveMerchant, movesFrom } from '../merchants/merchantStatus.ts'
import { MERCHANT_COLUMNS, type MerchantRow, merchantByNo, merchantByUsername, merchantView } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'

/** Passcodes on and off: by staff for anybody, by a merchant for itself. Who may work here at all: by staff. */
export function platformRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway

  serveMoney(
    app,
    gateway,
    calls.resetOtpStatus,
    OtpStatus,
    async (tx, { merchantNo, status = 'OFF', reason }, caller, merchant: MerchantRow) => {
      const on = status === 'ON'
      const state = await tx.one<OtpState>(sql`
        update merchant set otp_enabled = ${on}
         where merchant_no = ${merchantNo}
     returning ${STATE}`)
      const action = on ? 'passcodeOn' : 'passcodeOff'
      const detail = { before: merchant.otpEnabled, after: on, reason }
      await audit(tx, { ...newAuditEvent(gateway, caller), action, merchantNo, target: merchantNo, detail })
      return state!
    },
    async ({ merchantNo, status, otp }, caller) => {
      const merchant = await accountFor(gateway, caller, merchantNo)
      if (caller.merchant.kind === 'staff') return merchant
      await (status === 'ON' ? enrol(gateway, merchant, otp) : expectPasscode(gateway, merchant, otp))
      return merchant
    },
  )

  // One that is in use is not replaced by whoever sits before an open window: it is switched off first, with a code of it.
  serve(app, calls.enrolOtp, NoInput, async (_, caller) => {
    const { merchantNo, username } = caller.merchant
    const made = await db.one<{ secret: string }>(sql`
      update merchant set otp_secret = ${newPasscodeSecret()}, otp_enrolled = false, otp_last_step = 0
       where merchant_no = ${merchantNo} and not (otp_enabled and otp_enrolled)
   returning otp_secret as secret`)
    if (made === undefined) throw new Refusal('ORDER_STATE_CONFLICT', { reason: 'passcodeInUse' })
    return { otpAuthUrl: passcodeUrl(username, made.secret) }
  })

  serve(app, calls.platMerchant, MerchantLookup, async ({ who }) => {
    const typed = who.trim()
    const found = (await merchantByNo(db, typed.toUpperCase())) ?? (await merchantByUsername(db, typed))
    if (found === undefined || found.kind === 'staff')
      throw new Refusal('MERCHANT_NOT_FOUND', { fields: { who: 'rule.unknown' } })
    return { ...merchantView(found), enrolled: found.otpEnrolled, moves: movesFrom(found.status, 'staff') }
  })

  // Who has lost the authenticator enrols another at the next sign-in, which is the only way back in.
  serveMoney(
    app,
    gateway,
    calls.resetOtpSecret,
    OtpSecret,
    async (tx, { merchantNo, reason }, caller) => {
      const state = await tx.one<OtpState>(sql`
        update merchant
           set otp_enabled = true, otp_enrolled = false, otp_last_step = 0, otp_secret = ${newPasscodeSecret()}
         where merchant_no = ${merchantNo}
     returning ${STATE}`)
      await endSessions(tx, merchantNo)
      await clearPasscodeAttempts(tx, merchantNo)
      const deed = newAuditEvent(gateway, caller)
      await audit(tx, { ...deed, action: 'passcodeSecret', merchantNo, target: merchantNo, detail: { reason } })
      return state!
    },
    ({ merchantNo }, caller) => accountFor(gateway, caller, merchantNo),
  )

  serveMoney(app, gateway, calls.merchantStatus, StatusChange, async (tx, { merchantNo, status, reason }, caller) => {
    const before = await lockMerchant(tx, merchantNo)
    await moveMerchant(tx, before, status, 'staff')
    const detail = { before: { status: before.status }, after: { status }, reason }
    await audit(tx, { ...newAuditEvent(gateway, caller), action: 'updateMerchant', merchantNo, target: merchantNo, detail })
    return merchantView({ ...before, status })
  })
}

const STATE = sql`merchant_no as "merchantNo", otp_enabled as "otpEnabled", otp_enrolled as "enrolled"`

/** The account, which nobody else changes until the transaction ends. Staff are nobody's customers. */
async function lockMerchant(tx: Transaction, merchantNo: string): Promise<MerchantRow> {
  const row = await tx.one<MerchantRow>(sql`
    select ${MERCHANT_COLUMNS} from merchant where merchant_no = ${merchantNo} and kind <> 'staff' for update`)
  if (row === undefined) throw new Refusal('MERCHANT_NOT_FOUND')
  return row
}

/** The account whose passcodes are meant; anybody but staff has only its own. */
async function accountFor({ db }: Gateway, { merchant }: Caller, merchantNo: string): Promise<MerchantRow> {
  if (merchant.kind !== 'staff' && merchant.merchantNo !== merchantNo) throw new Refusal('FORBIDDEN')
  const account = await merchantByNo(db, merchantNo)
  if (account === undefined) throw new Refusal('MERCHANT_NOT_FOUND')
  return account
}

/** Who gives a code at once has set his authenticator up; without one it is done at the next sign-in. */
async function enrol({ db, clock }: Gateway, merchant: MerchantRow, otp: string | undefined): Promise<void> {
  if (otp === undefined) return
  if (!(await consumePasscode(db, merchant, otp, clock.now()))) throw new Refusal('OTP_INVALID', { status: 422 })
}

/** An open window must not be enough to switch the passcode off. Where none was ever accepted, none can be given. */
async function expectPasscode({ db, clock }: Gateway, merchant: MerchantRow, otp = ''): Promise<void> {
  if (!merchant.otpEnabled || !merchant.otpEnrolled) return
  if (!(await consumePasscode(db, merchant, otp, clock.now()))) throw new Refusal('OTP_INVALID', { status: 422 })
}
