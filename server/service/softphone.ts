import { createHmac } from 'node:crypto'
import type { SoftphoneConfig } from '#contract/rows/system.ts'
import { accountPermissions } from '../auth/permissions.ts'
import type { SoftphoneSettings } from '../config.ts'
import type { MerchantRow } from '../merchants/merchants.ts'

/** The SIP password of a user: an HMAC of the identity, which the SIP server can verify with the shared secret. */
export const softphonePassword = (identity: string, secret: string): string =>
  createHmac('sha256', secret).update(identity).digest('base64url')

/** The softphone settings of the account; null without the permission or without a SIP server. */
export function softphoneOf(merchant: MerchantRow, settings: SoftphoneSettings | null): SoftphoneConfig | null {
  if (settings === null || !accountPermissions(merchant).includes('softphone_call')) return null
  const { server, realm, secret } = settings
  const identity = merchant.username
  return { server, realm, identity, password: softphonePassword(identity, secret) }
}
