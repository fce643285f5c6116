import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { IpLists as WireIpLists } from '#contract/rows/credentials.ts'
import { IpListsChange } from '#contract/shapes/credentials.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { audit } from '../audit/audit.ts'
import { changeAuthority } from '../auth/authority.ts'
import { checkTxnPassword } from '../auth/passwordChecks.ts'
import { sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import { serveMoney } from '../http/money.ts'
import { serve } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { parseIpList } from './addresses.ts'

type Lists = Omit<WireIpLists, 'currentIp'>

/** IP lists of the account: addresses allowed to sign in, and addresses allowed to call the API. An empty list allows all. */
export function ipListRoutes(app: FastifyInstance, gateway: Gateway): void {
  serve(app, calls.ipLists, NoInput, (_, { merchant: { apiWhiteIp, loginWhiteIp }, address }) => ({
    apiWhiteIp,
    loginWhiteIp,
    currentIp: address,
  }))

  serveMoney(app, gateway, calls.updateIpLists, IpListsChange, {
    async prepare({ txnPwd, ...input }, { merchant }) {
      const lists = readLists(input)
      await checkTxnPassword(gateway, merchant, txnPwd)
      return lists
    },
    async execute(tx, _, caller, { apiWhiteIp, loginWhiteIp }) {
      const { merchantNo } = caller.merchant
      const before = await tx.one<Lists>(sql`select ${LISTS} from merchant where merchant_no = ${merchantNo} for update`)
      const after = { apiWhiteIp: apiWhiteIp ?? before!.apiWhiteIp, loginWhiteIp: loginWhiteIp ?? before!.loginWhiteIp }
      const fields = sql`api_white_ip = ${after.apiWhiteIp}, login_white_ip = ${after.loginWhiteIp}`
      await changeAuthority(tx, merchantNo, fields)
      await audit(tx, gateway, caller, 'ipLists', { detail: { before, after } })
      return { ...after, currentIp: caller.address }
    },
  })
}

const LISTS = sql`api_white_ip as "apiWhiteIp", login_white_ip as "loginWhiteIp"`

function readLists(input: Partial<Record<keyof Lists, string>>): Partial<Lists> {
  const lists: Partial<Lists> = {}
  const fields: Record<string, string> = {}
  for (const name of ['apiWhiteIp', 'loginWhiteIp'] as const) {
    if (input[name] === undefined) continue
    const parsed = parseIpList(input[name])
    if ('fault' in parsed) fields[name] = parsed.fault
    else lists[name] = parsed.list
  }
  if (Object.keys(fields).length > 0) throw new Refusal('VALIDATION_FAILED', { fields })
  return lists
}
