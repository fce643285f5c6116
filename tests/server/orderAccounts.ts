import type { TestGateway } from '../gateway.ts'

export const SHOP = 'M00000001'
export const BRANCH = 'M00000002'
export const OTHER = 'M00000003'
export const AGENT = 'M00000004'
export const CLERK = 'M00000005'

/** Adds a shop with its branch, another merchant, an agent, and a clerk that may send callbacks of payouts only. */
export async function addOrderAccounts(gateway: TestGateway): Promise<void> {
  await gateway.account(SHOP)
  await gateway.account(BRANCH, { kind: 'subMerchant', parentNo: SHOP })
  await gateway.account(OTHER)
  await gateway.account(AGENT, { kind: 'delegate' })
  await gateway.account(CLERK, { permissionKeys: ['transaction', 'payin', 'payout', 'payout_notify'] })
}
