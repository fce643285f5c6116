import { createHmac, randomBytes } from 'node:crypto'
import type { MerchantRow } from '../merchants/merchants.ts'
import { DAY } from '../wib.ts'
import { equalInConstantTime } from './credentials.ts'

// A device is forgotten this long after its last sign-in.
const LIFETIME_MS = 180 * DAY

type Owner = Pick<MerchantRow, 'merchantNo' | 'passwordHash'>

const cookieName = (merchantNo: string) => `device-${merchantNo}`

// The stored hash contains a random salt and is never sent. A new password forgets the devices of the old one.
const mac = ({ merchantNo, passwordHash }: Owner, id: string, until: string): string =>
  createHmac('sha256', passwordHash).update(`${merchantNo}.${id}.${until}`).digest('base64url')

/** The cookie that marks a browser as known to the account. It replaces no credential: scripts cannot read it. */
export function deviceCookie(owner: Owner, now: number, isSecure: boolean): string {
  const [id, until] = [randomBytes(12).toString('base64url'), String(now + LIFETIME_MS)]
  const value = `${id}.${until}.${mac(owner, id, until)}`
  const attributes = `Path=/api; Max-Age=${LIFETIME_MS / 1_000}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return `${cookieName(owner.merchantNo)}=${value}; ${attributes}`
}

/** The id of the known device that sends the cookies; null for an unknown one. */
export function knownDevice(owner: Owner, cookies: string, now: number): string | null {
  const name = `${cookieName(owner.merchantNo)}=`
  const value = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(name))
  const [id, until, sent] = value?.slice(name.length).split('.') ?? []
  if (id === undefined || until === undefined || sent === undefined || !(Number(until) > now)) return null
  return equalInConstantTime(sent, mac(owner, id, until)) ? id : null
}
