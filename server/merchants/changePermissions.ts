import { hostname } from 'node:os'
import { parseArgs } from 'node:util'
import type { Permission } from '#contract/authority.ts'
import { audit } from '../audit/audit.ts'
import { changeAuthority } from '../auth/authority.ts'
import { accountPermissions, isFullPermissions, possiblePermissions } from '../auth/permissions.ts'
import { endSessions } from '../auth/sessions.ts'
import type { Clock } from '../clock.ts'
import { ConfigError } from '../config.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { leaseIds } from '../ids.ts'
import { lockMerchant, merchantByUsername } from './merchants.ts'

/** In the audit trail. It has spaces, so that it is no sign-in name. */
const ACTOR = { merchantNo: '-', username: 'npm run account' }

interface PermissionChange {
  username: string
  grant: readonly string[]
  revoke: readonly string[]
}

/** The change that the arguments describe; null without `--grant` and `--revoke`. Throws a ConfigError that says what is wrong. */
export function parsePermissionArguments(args: readonly string[]): PermissionChange | null {
  if (!args.some((arg) => /^--(grant|revoke)(=|$)/.test(arg))) return null
  const several = { type: 'string', multiple: true } as const
  let values: { name?: string; grant?: string[]; revoke?: string[] }
  try {
    ;({ values } = parseArgs({ args: [...args], options: { name: { type: 'string' }, grant: several, revoke: several } }))
  } catch (error) {
    throw new ConfigError(`${(error as Error).message} With --grant and --revoke, only --name is allowed.`)
  }
  const { name = '' } = values
  const [grant, revoke] = [listed(values.grant), listed(values.revoke)]
  if (name === '') throw new ConfigError('--name is needed: the sign-in name of the account to change.')
  const both = grant.find((permission) => revoke.includes(permission))
  if (both !== undefined) throw new ConfigError(`--grant and --revoke both name "${both}".`)
  return { username: name.toLowerCase(), grant, revoke }
}

/** Each value may be a list with commas. */
const listed = (values: readonly string[] = []): string[] => [
  ...new Set(values.flatMap((value) => value.split(',')).map((one) => one.trim())),
]

/**
 * Changes the permissions of an account, ends its sessions, as it reads its permissions when it signs in, and returns the lines to
 * print. Throws a ConfigError for an unknown account, and for a permission that its kind cannot have.
 */
export async function changePermissions(
  db: Database,
  { username, grant, revoke }: PermissionChange,
  clock: Clock,
): Promise<string[]> {
  const account = await merchantByUsername(db, username)
  if (account === undefined) throw new ConfigError(`--name is "${username}"; there is no such account.`)
  const { merchantNo, kind } = account
  const possible: readonly string[] = possiblePermissions(kind)
  for (const [option, permissions] of Object.entries({ '--grant': grant, '--revoke': revoke })) {
    const wrong = permissions.find((permission) => !possible.includes(permission))
    if (wrong !== undefined)
      throw new ConfigError(`${option} is "${wrong}"; an account such as ${username} can have ${possible.join(', ')}.`)
  }
  const ids = await leaseIds(db, clock)
  try {
    return await db.tx(async (tx) => {
      const { permissionKeys } = await lockMerchant(tx, merchantNo, sql`true`)
      const held: readonly string[] = permissionKeys ?? accountPermissions({ kind, permissionKeys })
      const has = (permission: string) => held.includes(permission)
      const lacks = (permission: string) => !has(permission)
      const granted = grant.filter(lacks)
      const revoked = revoke.filter(has)
      const unchanged = [
        ...grant.filter(has).map((permission) => `${username} has ${permission} already.`),
        ...revoke.filter(lacks).map((permission) => `${username} does not have ${permission}.`),
      ]
      if (granted.length + revoked.length === 0) return [...unchanged, 'Nothing was changed.']
      const keys = [...held, ...granted].filter((permission) => !revoked.includes(permission)) as Permission[]
      // An account with all permissions of its kind gets those that later versions add.
      const stored = isFullPermissions(kind, keys) ? null : keys
      await changeAuthority(tx, merchantNo, sql`permission_keys = ${stored}::text[]`)
      const sessions = await endSessions(tx, merchantNo)
      const by = { merchant: ACTOR, address: hostname() }
      await audit(tx, { ids, clock }, by, 'permissions', { merchantNo, target: merchantNo, detail: { granted, revoked } })
      return [
        ...granted.map((permission) => `Granted ${permission} to ${username} (${merchantNo}).`),
        ...revoked.map((permission) => `Revoked ${permission} from ${username} (${merchantNo}).`),
        ...unchanged,
        `Sessions ended: ${sessions}. The change shows at the next sign-in.`,
      ]
    })
  } finally {
    await ids.release()
  }
}
