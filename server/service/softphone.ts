import { createHmac } from 'node:crypto'
import type { SoftphoneConfig } from '#contract/rows/system.ts'
import { accountPermissions } from '../auth/permissions.ts'
import type { SoftphoneSettings } from '../config.ts'
import type { MerchantRow } from '../merchants/merchants.ts'

/** What the exchange knows a user by: nobody types it, and who has the secret can check it. */
export const softphonePassword = (identity: string, secret: string): string =>
  createHmac('sha256', secret).update(identity).digest('base64url')

/** The telephone of who may call; null for others, and where there is no exchange. */
export function softphoneOf(merchant: MerchantRow, settings: SoftphoneSettings | null): SoftphoneConfig | null {
  if (settings === null || !accountPermissions(merchant).includes('softphone_call')) return null
  const { server, realm, secret } = settings
  const identity = merchant.username
  return { server, realm, identity, password: softphonePassword(identity, secret) }
}
