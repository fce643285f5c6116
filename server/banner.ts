import type { DemoAccount } from '#contract/rows/system.ts'
import { passcodeUrl } from './auth/credentials.ts'
import type { Config } from './config.ts'
import { IDENTITY } from './identity.ts'

const KINDS: Record<DemoAccount['kind'], string> = {
  normal: 'merchant',
  subMerchant: 'sub-merchant',
  umerchant: 'USDT merchant',
  delegate: 'agent',
  staff: 'staff',
}

interface DemoLines {
  accounts: readonly DemoAccount[]
  /** Callback URL of the demo's merchants; null without simulation. */
  callbackAddress: string | null
}

/** The startup message: the address, the location of the data, the demo's callback endpoint and its accounts. */
export function startupBanner(address: string, { backend }: Config, { accounts, callbackAddress }: DemoLines): string {
  const data = `data in ${backend.kind === 'embedded' ? backend.dir : 'PostgreSQL'}`
  const location = backend.kind === 'upstream' ? `gateway at ${backend.url}` : data
  const endpoint = callbackAddress === null ? [] : [`  demo callbacks to ${new URL(callbackAddress).origin}`]
  const title = `  ${IDENTITY.name} ${IDENTITY.version}  ${address}`
  return `${['', title, `  ${location}`, ...endpoint, ...accountLines(accounts), ''].join('\n')}\n`
}

function accountLines(accounts: readonly DemoAccount[]): string[] {
  const widthOf = (textOf: (account: DemoAccount) => string) => Math.max(...accounts.map((account) => textOf(account).length))
  const [nameWidth, passwordWidth] = [widthOf(({ username }) => username), widthOf(({ password }) => password)]
  return accounts.length === 0
    ? []
    : ['', ...accounts.map((account) => accountLine(account, nameWidth, passwordWidth)), ...accounts.flatMap(enrolmentLines)]
}

const accountLine = ({ username, password, kind, otpSecret }: DemoAccount, nameWidth: number, passwordWidth: number): string =>
  `  ${username.padEnd(nameWidth)}  ${password.padEnd(passwordWidth)}  ${KINDS[kind]}${otpSecret === null ? '' : ', with a passcode'}`

const enrolmentLines = ({ username, otpSecret }: DemoAccount): string[] =>
  otpSecret === null ? [] : ['', `  Passcodes of ${username}: ${otpSecret}`, `  ${passcodeUrl(username, otpSecret)}`]
