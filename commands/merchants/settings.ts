import type { Permission } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import type { MerchantStatus } from '#contract/options.ts'
import { PATTERNS } from '#contract/rules.ts'
import { isRestorable } from '#contract/statuses.ts'
import { choiceArgument, textArgument } from '../arguments.ts'
import { type Argument, type Command, command } from '../command.ts'
import { currentRow } from '../conditions.ts'
import type { Message } from '../message.ts'
import { routes } from '../navigation/routes.ts'
import { numberOf } from '../rows/kinds.ts'
import type { RowRef } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'

const merchantNo = textArgument('merchantNo', 'argument.merchantNo', PATTERNS.merchantNo)

/** The sub-merchant in the scope, if any. */
const currentSubMerchant = (scope: Scope): RowRef | null => {
  const ref = currentRow(scope)
  return ref?.kind === 'subMerchant' ? ref : null
}

const subMerchantNo: Argument = {
  ...merchantNo,
  defaultValue(scope) {
    const here = currentSubMerchant(scope)
    return here === null ? null : numberOf(here)
  },
}

const targetStatus: Argument = {
  ...choiceArgument('to', 'argument.subStatus', ['ACTIVE', 'SUSPENDED']),
  // By default the opposite of the current status.
  defaultValue(scope) {
    const status = currentSubMerchant(scope)?.row.status
    return status == null ? null : status === 'ACTIVE' ? 'SUSPENDED' : 'ACTIVE'
  },
}

const passcode = choiceArgument('to', 'argument.passcode', ['ON', 'OFF'])
const ipAddress = textArgument('ip', 'argument.ip', PATTERNS.ipv4OrCidr)

const SUB_MERCHANT_COMMAND = {
  section: 'account',
  keywords: 'command.sub.words',
  authority: ['normal'],
} as const satisfies Partial<Command>
const SETTINGS_COMMAND = { section: 'account', authority: ['normal', 'umerchant'] } as const satisfies Partial<Command>
const STAFF_COMMAND = { section: 'account', authority: ['user'] } as const satisfies Partial<Command>

type SettingsScreen = 'info' | 'secret' | 'iplist'

/** Opens a settings screen at the address for the user's kind of account, with query parameters. */
function openSettings({ permissions, app }: Scope, screen: SettingsScreen, query: Record<string, string>): void {
  const route = permissions.includes('umerchant') ? (`merchantUsdt.${screen}` as const) : (`merchant.${screen}` as const)
  app.go(`${routes[route].path}?${new URLSearchParams(query)}`)
}

/** Opens the form of a setting. */
const settingsCommand = <const Id extends string>(
  id: Id,
  permission: Permission,
  screen: SettingsScreen,
  query: Record<string, string>,
  rest: Pick<Command, 'keywords' | 'conditions'> = {},
) =>
  command({
    ...SETTINGS_COMMAND,
    ...rest,
    id,
    permission,
    risk: 'none',
    run: (scope) => openSettings(scope, screen, query),
  })

const secret = { keywords: 'command.secret.words' } as const
const otp = { keywords: 'command.otp.words' } as const

/** Commands for keys, whitelists, passcodes and sub-merchants. Most open the form on its screen. */
export const merchantCommands = [
  command({
    ...SUB_MERCHANT_COMMAND,
    id: 'sub.create',
    permission: 'sub_create',
    risk: 'none',
    run: ({ app }) => app.goTo('merchant.subCreate'),
  }),
  command({
    ...SUB_MERCHANT_COMMAND,
    id: 'sub.quickAdd',
    permission: 'sub_create',
    risk: 'none',
    run: ({ app }) => app.openSubMerchant(null),
  }),
  command({
    ...SUB_MERCHANT_COMMAND,
    id: 'sub.update',
    permission: 'sub_update',
    rowKinds: ['subMerchant'],
    arguments: [subMerchantNo],
    risk: 'none',
    run: ({ app }, { merchantNo: no = '' }) => app.openSubMerchant(no),
  }),
  command({
    ...SUB_MERCHANT_COMMAND,
    id: 'sub.toggle',
    permission: 'sub_update',
    rowKinds: ['subMerchant'],
    arguments: [subMerchantNo, targetStatus],
    risk: 'outward',
    confirm: (_, { merchantNo: no = '', to }) => [
      to === 'ACTIVE' ? 'command.sub.enable.confirm' : 'command.sub.disable.confirm',
      { merchantNo: no },
    ],
    async run(scope, { merchantNo: no = '', to }): Promise<Message | undefined> {
      const { app } = scope
      const status = to === 'ACTIVE' ? 'ACTIVE' : 'SUSPENDED'
      const here = currentSubMerchant(scope)
      const previousStatus = here !== null && numberOf(here) === no ? here.row.status : undefined
      const setStatus = async (way: MerchantStatus, how: { idempotencyKey?: string } = {}) => {
        const moved = await scope.call(calls.updateSubMerchant, { merchantNo: no, status: way }, how)
        scope.list?.refresh()
        return moved
      }
      const { merchantName: name } = await setStatus(status, { idempotencyKey: scope.idempotencyKey })
      const message: Message = [status === 'ACTIVE' ? 'command.sub.enabled' : 'command.sub.disabled', { name }, 'done']
      // The former status is unknown for a merchant that is not on the screen, so there is no undo.
      if (!isRestorable(previousStatus)) return message
      app.pushUndo({
        label: [status === 'ACTIVE' ? 'undo.sub.one.enable' : 'undo.sub.one.disable', { name }],
        undo: async () => void (await setStatus(previousStatus)),
        redo: async () => void (await setStatus(status)),
      })
      app.toast(message, 'undo')
      return undefined
    },
  }),
  command({
    ...SETTINGS_COMMAND,
    id: 'secret.copyPlatPublicKey',
    keywords: 'command.secret.words',
    permission: 'merchant_secret',
    risk: 'none',
    async run({ call, app }): Promise<Message | undefined> {
      const { platPublicKey } = await call(calls.merchantSecret, {})
      if (platPublicKey === null) return ['command.secret.noPair', {}, 'error']
      await app.copy(platPublicKey)
      return undefined
    },
  }),
  settingsCommand('secret.reveal', 'secret_reset', 'secret', { do: 'reveal' }, secret),
  settingsCommand('secret.reset', 'secret_reset', 'secret', { do: 'reset' }, secret),
  settingsCommand('secret.resetPair', 'secret_reset', 'secret', { do: 'resetPair' }, secret),
  settingsCommand('secret.edit', 'secret_update', 'secret', { do: 'edit' }, secret),
  settingsCommand('iplist.edit', 'iplist_update', 'iplist', { do: 'edit' }),
  command({
    ...SETTINGS_COMMAND,
    id: 'iplist.addApi',
    permission: 'iplist_update',
    arguments: [ipAddress],
    risk: 'none',
    run: (scope, { ip = '' }) => openSettings(scope, 'iplist', { addApi: ip }),
  }),
  settingsCommand('otp.on', 'otp_switch', 'info', { do: 'passcode' }, { ...otp, conditions: ['passcode.off'] }),
  settingsCommand('otp.off', 'otp_switch', 'info', { do: 'passcode' }, { ...otp, conditions: ['passcode.on'] }),
  command({
    ...STAFF_COMMAND,
    id: 'plat.otpStatus',
    keywords: 'command.otp.words',
    permission: 'plat_reset_otp_status',
    arguments: [merchantNo, passcode],
    risk: 'none',
    run: ({ app }, { merchantNo: who = '', to = 'OFF' }) => app.go(platAddress(who, to === 'ON' ? 'on' : 'off')),
  }),
  command({
    ...STAFF_COMMAND,
    id: 'plat.otpSecret',
    keywords: 'command.otp.words',
    permission: 'plat_reset_otp_secret',
    arguments: [merchantNo],
    risk: 'none',
    run: ({ app }, { merchantNo: who = '' }) => app.go(platAddress(who, 'secret')),
  }),
] as const

const platAddress = (who: string, act: string): string => `${routes['plat.otp'].path}?${new URLSearchParams({ who, act })}`
