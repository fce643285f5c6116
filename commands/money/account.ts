import { calls } from '#contract/calls.ts'
import type { AccountInfo } from '#contract/rows/accounts.ts'
import type { Figure } from '../command.ts'
import { type Command, command } from '../command.ts'

const ACCOUNT_COMMAND = {
  authority: ['normal', 'subMerchant', 'umerchant'],
  permission: ['account_info', 'account_detail', 'dashboard', 'dashboard_usdt'],
  conditions: ['account.own'],
  section: 'account',
  keywords: 'command.account.words',
  risk: 'none',
} as const satisfies Partial<Command>

const FIGURES = ['available', 'total', 'payinFreeze', 'payoutFreeze'] as const satisfies (keyof AccountInfo)[]

const figureOf =
  (info: AccountInfo) =>
  (name: (typeof FIGURES)[number]): Figure => ({ label: `field.${name}`, amount: info[name], currency: info.currency })

/** Commands about the user's own balance. */
export const accountCommands = [
  command({
    ...ACCOUNT_COMMAND,
    id: 'account.balance',
    showsResult: true,
    run: async ({ call }) => ({ figures: FIGURES.map(figureOf(await call(calls.accountInfo, {}))) }),
  }),
  command({
    ...ACCOUNT_COMMAND,
    id: 'account.copyBalance',
    async run({ call, app }) {
      const { available } = await call(calls.accountInfo, {})
      await app.copy(available, ['command.account.copied', { amount: available }, 'done'])
    },
  }),
] as const
