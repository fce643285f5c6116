import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { Login } from '#contract/rows/session.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { Credentials, Passcode } from '#contract/shapes/session.ts'
import { maySignIn } from '#contract/statuses.ts'
import { audit } from '../audit/audit.ts'
import type { Transaction } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import type { Visitor } from '../http/caller.ts'
import { route, servePublic, visitorOf } from '../http/serve.ts'
import { isListed, networkOf } from '../merchants/addresses.ts'
import { accountDisabled } from '../merchants/merchantStatus.ts'
import { type MerchantRow, merchantByNo, merchantByUsername } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import { clearAttempts, countAttempt, countSlowed, MAX_ATTEMPTS, oneAtATime, uncountAttempt } from './attempts.ts'
import { AuthorityChanged, judgedAgain } from './authority.ts'
import { newPasscodeSecret, passcodeUrl, timeStepOf, verifyPassword } from './credentials.ts'
import { deviceCookie, knownDevice } from './devices.ts'
import { clearPasscodeAttempts, consumeTimeStep, countPasscodeAttempt } from './passcodes.ts'
import { menuListOf } from './permissions.ts'
import {
  countWrongPasscode,
  endSession,
  endSessionByToken,
  findSession,
  MAX_PASSCODE_ATTEMPTS,
  openSession,
} from './sessions.ts'

export function signInRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway

  route(app, calls.login, Credentials, async (input, request, reply) => {
    const visitor = { ...visitorOf(request), cookies: request.headers.cookie ?? '' }
    const judged = () => judgedAgain(() => signIn(gateway, input, visitor))
    return replyWith(await oneAtATime(addressSubject(visitor.address), judged), request, reply)
  })

  route(app, calls.loginOtp, Passcode, async (input, request, reply) =>
    replyWith(await judgedAgain(() => signInWithPasscode(gateway, input, visitorOf(request))), request, reply),
  )

  /** A completed sign-in makes the browser known. */
  function replyWith({ login, merchant }: Entered, { protocol }: FastifyRequest, reply: FastifyReply) {
    if (!login.needOtp) reply.header('set-cookie', deviceCookie(merchant, gateway.clock.now(), protocol === 'https'))
    return { status: 'ok', data: login }
  }

  // Always succeeds, also without a session.
  servePublic(app, calls.logout, NoInput, async (_, { token, address }) => {
    const merchantNo = token === null ? undefined : await endSessionByToken(db, token)
    const merchant = merchantNo && (await merchantByNo(db, merchantNo))
    if (merchant) await audit(db, gateway, { merchant, address }, 'logout')
    return { status: 'ok' }
  })
}

/** A sign-in that went through, or up to its passcode. */
interface Entered {
  login: Login
  merchant: MerchantRow
}

const nameSubject = (username: string) => `name:${username}`
const addressSubject = (address: string) => `address:${networkOf(address)}`
const pairSubject = (username: string, address: string) => `pair:${networkOf(address)} ${username}`
const deviceSubject = (device: string) => `device:${device}`

/** Wrong attempts from one address, for any names, before it is locked. Many users may share an address. */
const MAX_ADDRESS_ATTEMPTS = 20

/**
 * Signs in with name and password. When the account requires a passcode, the returned token is valid for five minutes and
 * for `signInWithPasscode` only.
 *
 * Wrong attempts lock the name at one address, and the address; a name that is tried from everywhere is slowed down. A known
 * device is counted by itself, and an account with a passcode is not slowed down, so that strangers cannot keep the owner out.
 * Every attempt is verified, and an unknown name takes the same steps as a known one.
 */
async function signIn(
  gateway: Gateway,
  { username, password }: Credentials,
  visitor: Visitor & { cookies: string },
): Promise<Entered> {
  const { db, clock } = gateway
  const { address, cookies } = visitor
  const now = clock.now()
  const name = username.trim().toLowerCase()
  const merchant = await merchantByUsername(db, name)
  const device = merchant === undefined ? null : knownDevice(merchant, cookies, now)
  const subjects = device === null ? [addressSubject(address), pairSubject(name, address)] : [deviceSubject(device)]
  await db.tx(async (tx) => {
    for (const subject of subjects) {
      await countAttempt(tx, subject, now, subject.startsWith('address:') ? MAX_ADDRESS_ATTEMPTS : MAX_ATTEMPTS)
    }
  })
  const delay = device === null ? await countSlowed(db, nameSubject(name), now) : 0
  const isCorrect = await verifyPassword(password, merchant?.passwordHash)
  if (delay > 0 && !(isCorrect && merchant?.otpEnabled && merchant.otpEnrolled)) {
    throw new Refusal('TOO_MANY_TRIES', { retryAfter: delay / 1_000 })
  }
  if (merchant === undefined || !isCorrect) throw new Refusal('errorPwd')
  if (device === null) await uncountAttempt(db, addressSubject(address))
  for (const subject of [subjects.at(-1)!, nameSubject(name)]) await clearAttempts(db, subject)
  assertMaySignIn(merchant, address)
  const proceed = merchant.otpEnabled ? askForPasscode : startSession
  return { login: await db.tx((tx) => proceed(tx, gateway, merchant, address)), merchant }
}

/** Completes a sign-in with the passcode. Each code can be used once. Five wrong codes end the sign-in. */
async function signInWithPasscode(gateway: Gateway, { otp }: Passcode, { token, address }: Visitor): Promise<Entered> {
  const { db, clock } = gateway
  const now = clock.now()
  const session = await findSession(gateway, token, 'passcode')
  const merchant = session && (await merchantByNo(db, session.merchantNo))
  if (session === undefined || !merchant?.otpSecret) throw new Refusal('OTP_EXPIRED')
  assertMaySignIn(merchant, address)
  await countPasscodeAttempt(db, merchant.merchantNo, now)
  const step = timeStepOf(otp, merchant.otpSecret, now)
  const enter = async (tx: Transaction, timeStep: number) => {
    // Each code and each passcode session can be used once.
    if (!(await consumeTimeStep(tx, merchant, timeStep))) return null
    if (!(await endSession(tx, session.tokenHash))) throw new Refusal('OTP_EXPIRED')
    return startSession(tx, gateway, merchant, address)
  }
  const login = step === null ? null : await db.tx((tx) => enter(tx, step))
  if (login === null) {
    const wrong = await countWrongPasscode(db, session)
    throw new Refusal(wrong >= MAX_PASSCODE_ATTEMPTS ? 'OTP_EXPIRED' : 'OTP_INVALID')
  }
  await clearPasscodeAttempts(db, merchant.merchantNo)
  return { login, merchant }
}

function assertMaySignIn(merchant: MerchantRow, address: string): void {
  if (!maySignIn(merchant)) throw accountDisabled(merchant)
  const { loginWhiteIp } = merchant
  if (loginWhiteIp.length > 0 && !isListed(address, loginWhiteIp)) throw new Refusal('LOGIN_IP_DENIED')
}

async function startSession(tx: Transaction, gateway: Gateway, merchant: MerchantRow, address: string): Promise<Login> {
  const now = gateway.clock.now()
  await updateAsJudged(tx, merchant, sql`last_login_time = ${new Date(now)}`)
  const token = await openSession(tx, { merchantNo: merchant.merchantNo, stage: 'full', address, now })
  await audit(tx, gateway, { merchant, address }, 'login')
  return { token, menuList: menuListOf(merchant), needOtp: false, otpAuthUrl: '' }
}

/**
 * Until a code was accepted, the reply has a URL that sets up the authenticator app. Its secret is new each time: an earlier one was
 * shown to another sign-in or session, perhaps not of the owner.
 */
async function askForPasscode(tx: Transaction, gateway: Gateway, merchant: MerchantRow, address: string): Promise<Login> {
  const { merchantNo, username, otpEnrolled } = merchant
  const secret = otpEnrolled ? null : newPasscodeSecret()
  await updateAsJudged(tx, merchant, sql`otp_secret = coalesce(${secret}, otp_secret)`, sql`otp_enrolled = ${otpEnrolled}`)
  const token = await openSession(tx, { merchantNo, stage: 'passcode', address, now: gateway.clock.now() })
  return { token, menuList: '', needOtp: true, otpAuthUrl: secret === null ? '' : passcodeUrl(username, secret) }
}

/**
 * Updates the merchant of a sign-in. Call it before the session is opened: a change of its password or status is then either
 * committed and seen here, or waits for this row and ends the session. Throws AuthorityChanged.
 */
async function updateAsJudged(
  tx: Transaction,
  { merchantNo, passwordHash, status, otpEnabled, loginWhiteIp }: MerchantRow,
  fields: Sql,
  condition = sql`true`,
): Promise<void> {
  const isUnchanged = sql`
    password_hash = ${passwordHash} and status = ${status} and otp_enabled = ${otpEnabled}
    and login_white_ip = ${loginWhiteIp}::text[] and ${condition}`
  const updated = await tx.run(sql`update merchant set ${fields} where merchant_no = ${merchantNo} and ${isUnchanged}`)
  if (updated === 0) throw new AuthorityChanged()
}
