import { createHash } from 'node:crypto'
import { type Answer, type Ask, DONE, type Handler, refuse } from './answers.ts'
import type { Switches } from './switches.ts'

/** Accounts by sign-in name, with the type that the menu list names. */
const TYPES: Record<string, string[]> = {
  merchant: ['NORMAL'],
  submerchant: ['SUBMERCHANT'],
  usdt: ['UMERCHANT'],
  agent: ['DELEGATE'],
  staff: ['NORMAL', 'UMERCHANT', 'PLAT'],
}

/** The keys of pages that the specification names. */
const MENUS = [
  { key: 'dashboard' },
  { key: 'account_data' },
  { key: 'transaction', childrens: [{ key: 'payin' }, { key: 'payout' }] },
]

/** The suffix of the name of an account that needs a passcode. */
const WITH_PASSCODE = '.otp'
export const PASSCODE = '424242'
const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const PASSWORD = digest('Paydesk-Demo1')
/** The transaction password. */
export const SECRET = 'Paydesk-Money1'
export const WRONG_SECRET = 'That is not your transaction password'
export const WRONG_PASSWORD = 'That is not your password'
const SECRET_DIGEST = digest(SECRET)

/** A call that asks for the transaction password. */
export const bySecret =
  (handle: Handler): Handler =>
  (ask) =>
    ask.body.txnPwd === SECRET_DIGEST ? handle(ask) : refuse(422, 'errorPwd', WRONG_SECRET)

/** Sign-in, and the holder of each token. */
export function createSessions(switches: Switches) {
  const tokens = new Map<string, string>()
  const waiting = new Map<string, string>()
  let made = 0
  const newToken = (holders: Map<string, string>, name: string): string => {
    const token = `foreign-${name}-${++made}`
    holders.set(token, name)
    return token
  }

  const menuListOf = (name: string): string =>
    JSON.stringify({ menus: switches.menus === 'named' ? MENUS : [], buttons: [], TYPE: TYPES[name] })

  const admitted = (name: string): Answer => ({
    body: { status: 'ok', data: { token: newToken(tokens, name), menuList: menuListOf(name), needOtp: false, otpAuthUrl: '' } },
  })

  function login({ body: { username, password } }: Ask): Answer {
    const [name = ''] = String(username).split(WITH_PASSCODE)
    if (TYPES[name] === undefined || password !== PASSWORD) return refuse(401, 'BAD_CREDENTIALS', 'Name or password is wrong')
    if (!String(username).endsWith(WITH_PASSCODE)) return admitted(name)
    const otpAuthUrl = name === 'agent' ? 'otpauth://totp/Foreign:agent?secret=JBSWY3DPEHPK3PXP&issuer=Foreign' : ''
    return { body: { status: 'ok', data: { token: newToken(waiting, name), menuList: '', needOtp: true, otpAuthUrl } } }
  }

  function loginOtp({ body: { otp }, token }: Ask): Answer {
    const name = waiting.get(token ?? '')
    if (name === undefined || otp !== PASSCODE) return refuse(401, 'BAD_PASSCODE', 'The passcode is wrong')
    return admitted(name)
  }

  return {
    holds: (token: string | null): boolean => tokens.has(token ?? ''),
    /** As after a restart of the gateway. */
    end: () => tokens.clear(),
    calls: {
      'POST /api/auth/login': login,
      'POST /api/auth/login/otp': loginOtp,
      'POST /api/merchant/reset-pwd': ({ query, body }) => {
        if (body.oldPwd !== PASSWORD) return refuse(422, 'NOT_YOURS', WRONG_PASSWORD)
        return query.pwd === query.pwd2 ? DONE : refuse(422, 'NOT_EQUAL', 'The passwords differ')
      },
      'POST /api/merchant/reset-txn-pwd': () => DONE,
      'POST /api/plat/merchant/reset-otp-status': () => DONE,
      'POST /api/plat/merchant/reset-otp-secret': () => DONE,
    } satisfies Record<string, Handler>,
  }
}
