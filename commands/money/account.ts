import { calls } from '#contract/calls.ts'
import type { AccountInfo } from '#contract/rows/accounts.ts'
import { type CommandOptions, command } from '../command.ts'
import type { Message } from '../message.ts'

const ACCOUNT_COMMAND = {
  authority: ['normal', 'subMerchant', 'umerchant'],
  permission: ['account_info', 'account_detail', 'dashboard', 'dashboard_usdt'],
  conditions: ['account.own'],
  section: 'account',
  keywords: 'command.account.words',
} as const satisfies CommandOptions

const FIGURES = ['available', 'total', 'payinFreeze', 'payoutFreeze'] as const satisfies (keyof AccountInfo)[]

export const accountCommands = [
  command({
    ...ACCOUNT_COMMAND,
    id: 'account.balance',
    showsResult: true,
    async run({ call }) {
      const { currency, ...info } = await call(calls.accountInfo, {})
      return { figures: FIGURES.map((name) => ({ label: `field.${name}`, amount: info[name], currency })) }
    },
  }),
  command({
    ...ACCOUNT_COMMAND,
    id: 'account.copyBalance',
    async run({ call, app }): Promise<Message | undefined> {
      const { available } = await call(calls.accountInfo, {})
      if (available === null) return ['app.notAvailable', {}, 'error']
      await app.copy(available, ['command.account.copied', { amount: available }, 'done'])
      return undefined
    },
  }),
] as const
