import { type AccountKind, type Permissions, parsePermissions } from '#contract/authority.ts'
import { menuListOf } from '../server/auth/permissions.ts'

/** The permissions of a full account of a kind, as the console has them after sign-in. */
export const permissionsFor = (kind: AccountKind): Permissions => parsePermissions(menuListOf({ kind, permissionKeys: null }))

export const KINDS = ['normal', 'subMerchant', 'umerchant', 'delegate', 'staff'] as const satisfies AccountKind[]
