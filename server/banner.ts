import type { DemoAccount } from '#contract/systemRows.ts'
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

/** What is said when everything runs: where it is, where the data is, and who may sign in to a demo. */
export function startupBanner(address: string, { backend: home }: Config, accounts: readonly DemoAccount[]): string {
  const place = {
    postgres: () => 'data in PostgreSQL',
    embedded: () => `data in ${home.kind === 'embedded' ? home.dir : ''}`,
    elsewhere: () => `gateway at ${home.kind === 'elsewhere' ? home.url : ''}`,
  }[home.kind]()
  return `${['', `  ${IDENTITY.name} ${IDENTITY.version}  ${address}`, `  ${place}`, ...accountLines(accounts), ''].join('\n')}\n`
}

function accountLines(accounts: readonly DemoAccount[]): string[] {
  const width = (of: (account: DemoAccount) => string) => Math.max(...accounts.map((account) => of(account).length))
  const [names, passwords] = [width(({ username }) => username), width(({ password }) => password)]
  return accounts.length === 0
    ? []
    : ['', ...accounts.map((account) => line(account, names, passwords)), ...accounts.flatMap(enrolment)]
}

const line = ({ username, password, kind, otpSecret }: DemoAccount, names: number, passwords: number): string =>
  `  ${username.padEnd(names)}  ${password.padEnd(passwords)}  ${KINDS[kind]}${otpSecret === null ? '' : ', with a passcode'}`

const enrolment = ({ username, otpSecret }: DemoAccount): string[] =>
  otpSecret === null ? [] : ['', `  Passcodes of ${username}: ${otpSecret}`, `  ${passcodeUrl(username, otpSecret)}`]
