import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { AccountKind } from '#contract/authority.ts'
import { PATTERNS } from '#contract/rules.ts'
import { hashPassword, sha256 } from '../auth/credentials.ts'
import type { Clock } from '../clock.ts'
import { ConfigError } from '../config.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { newSecret } from './keys.ts'
import { insertMerchant, type MerchantRow, merchantByNo } from './merchants.ts'

const TYPES: Readonly<Record<string, AccountKind>> = {
  merchant: 'normal',
  'sub-merchant': 'subMerchant',
  usdt: 'umerchant',
  agent: 'delegate',
  staff: 'staff',
}

/** As in the console. The gateway gets a hash of those typed there. */
const PASSWORD_LENGTH = /^.{8,32}$/

export const ACCOUNT_HELP = `npm run account -- --type TYPE --name NAME [options]
npm run account -- --name NAME [--grant PERMISSIONS] [--revoke PERMISSIONS]

Creates an account, or changes the permissions of one, with the database settings of the gateway. The embedded database must not be in
use by a gateway.

  --type TYPE        ${Object.keys(TYPES).join(', ')}
  --name NAME        the sign-in name
  --title TITLE      the name shown in the console (the sign-in name)
  --parent NO        the parent of a sub-merchant
  --agent NO         the agent of a merchant
  --grant LIST       permissions to add, with commas between them; an unknown one prints those that the account can have
  --revoke LIST      permissions to take away

The password of a new account is asked for. Without a terminal, or with an empty answer, one is generated and printed once. A change of
permissions ends the sessions of the account and is in its audit trail.
`

/** Throws a ConfigError that says what is wrong. */
export function parseAccountArguments(args: readonly string[]) {
  const text = { type: 'string' } as const
  let values: Partial<Record<'type' | 'name' | 'title' | 'parent' | 'agent', string>>
  try {
    ;({ values } = parseArgs({ args: [...args], options: { type: text, name: text, title: text, parent: text, agent: text } }))
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
  const { type = '', name = '', title = name, parent = null, agent = null } = values
  const kind = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined
  if (kind === undefined) throw new ConfigError(`--type is "${type}"; it must be one of ${Object.keys(TYPES).join(', ')}.`)
  if (!PATTERNS.loginName.test(name))
    throw new ConfigError(`--name is "${name}"; it must be a sign-in name (${PATTERNS.loginName.source}).`)
  if ((kind === 'subMerchant') !== (parent !== null))
    throw new ConfigError('--parent is needed for a sub-merchant, and only for one.')
  if (agent !== null && kind !== 'normal' && kind !== 'umerchant') throw new ConfigError('--agent is for a merchant only.')
  return { kind, username: name.toLowerCase(), title: title.trim() || name, parentNo: parent, agentNo: agent }
}

/** Creates the account and returns the lines to print. An empty password is generated. */
export async function createAccount(
  db: Database,
  { kind, username, title, parentNo, agentNo }: ReturnType<typeof parseAccountArguments>,
  typed: string,
  clock: Clock,
): Promise<string[]> {
  if (typed !== '' && !(PATTERNS.password.test(typed) && PASSWORD_LENGTH.test(typed))) {
    throw new ConfigError('The password needs a digit, a lower-case and an upper-case letter, and 8 to 32 characters.')
  }
  // The suffix meets the rule for passwords.
  const password = typed || `${randomBytes(12).toString('base64url')}-Aa1`
  const passwordHash = await hashPassword(sha256(password))
  const no = await db.tx(async (tx) => {
    const parent = await account(parentNo, 'normal', '--parent')
    await account(agentNo, 'delegate', '--agent')
    const sells = kind !== 'delegate' && kind !== 'staff'
    return insertMerchant(tx, {
      kind,
      username,
      name: title,
      passwordHash,
      parentNo,
      agentNo,
      currency: kind === 'umerchant' ? 'USDT' : (parent?.currency ?? 'IDR'),
      settleDelayMinutes: parent?.settleDelayMinutes ?? 0,
      apiSecret: sells ? newSecret() : null,
      createTime: new Date(clock.now()),
    }).catch((error: unknown) => {
      throw error instanceof Refusal && error.code === 'USERNAME_TAKEN'
        ? new ConfigError(`The name ${username} is in use.`)
        : error
    })

    async function account(merchantNo: string | null, expected: AccountKind, option: string): Promise<MerchantRow | undefined> {
      if (merchantNo === null) return undefined
      const found = await merchantByNo(tx, merchantNo)
      if (found?.kind !== expected)
        throw new ConfigError(`${option} is "${merchantNo}"; there is no such account of the right type.`)
      return found
    }
  })
  const created = `Created ${username} with number ${no}.`
  return typed === '' ? [created, `Password, shown only now: ${password}`] : [created]
}
