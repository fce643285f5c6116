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

const SUB_MERCHANT_COMMAND = { section: 'account', authority: ['normal'] } as const satisfies Partial<Command>
const SETTINGS_COMMAND = { section: 'account', authority: ['normal', 'umerchant'] } as const satisfies Partial<Command>
const STAFF_COMMAND = { section: 'account', authority: ['user'] } as const satisfies Partial<Command>

/** Opens a settings screen at the address for the user's kind of account, with query parameters. */
function openSettings({ permissions, app }: Scope, screen: 'info' | 'secret' | 'iplist', query: Record<string, string>): void {
  const route = permissions.includes('umerchant') ? (`merchantUsdt.${screen}` as const) : (`merchant.${screen}` as const)
  app.go(`${routes[route].path}?${new URLSearchParams(query)}`)
}

/** Commands for keys, whitelists, passcodes and sub-merchants. Most open the form on its screen. */
export const merchantCommands = [
  command({
    ...SUB_MERCHANT_COMMAND,
    id: 'sub.create',
    keywords: 'command.sub.words',
    permission: 'sub_create',
    risk: 'none',
    run: ({ app }) => app.goTo('merchant.subCreate'),
  }),
  command({
    ...SUB_MERCHANT_COMMAND,
    id: 'sub.quickAdd',
    keywords: 'command.sub.words',
    permission: 'sub_create',
    risk: 'none',
    run: ({ app }) => app.openSubMerchant(null),
  }),
  command({
    ...SUB_MERCHANT_COMMAND,
    id: 'sub.update',
    keywords: 'command.sub.words',
    permission: 'sub_update',
    rowKinds: ['subMerchant'],
    arguments: [subMerchantNo],
    risk: 'none',
    run: ({ app }, { merchantNo: no = '' }) => app.openSubMerchant(no),
  }),
  command({
    ...SUB_MERCHANT_COMMAND,
    id: 'sub.toggle',
    keywords: 'command.sub.words',
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
  command({
    ...SETTINGS_COMMAND,
    id: 'secret.reveal',
    keywords: 'command.secret.words',
    permission: 'secret_reset',
    risk: 'none',
    run: (scope) => openSettings(scope, 'secret', { do: 'reveal' }),
  }),
  command({
    ...SETTINGS_COMMAND,
    id: 'secret.reset',
    keywords: 'command.secret.words',
    permission: 'secret_reset',
    risk: 'none',
    run: (scope) => openSettings(scope, 'secret', { do: 'reset' }),
  }),
  command({
    ...SETTINGS_COMMAND,
    id: 'secret.resetPair',
    keywords: 'command.secret.words',
    permission: 'secret_reset',
    risk: 'none',
    run: (scope) => openSettings(scope, 'secret', { do: 'resetPair' }),
  }),
  command({
    ...SETTINGS_COMMAND,
    id: 'secret.edit',
    keywords: 'command.secret.words',
    permission: 'secret_update',
    risk: 'none',
    run: (scope) => openSettings(scope, 'secret', { do: 'edit' }),
  }),
  command({
    ...SETTINGS_COMMAND,
    id: 'iplist.edit',
    permission: 'iplist_update',
    risk: 'none',
    run: (scope) => openSettings(scope, 'iplist', { do: 'edit' }),
  }),
  command({
    ...SETTINGS_COMMAND,
    id: 'iplist.addApi',
    permission: 'iplist_update',
    arguments: [ipAddress],
    risk: 'none',
    run: (scope, { ip = '' }) => openSettings(scope, 'iplist', { addApi: ip }),
  }),
  command({
    ...SETTINGS_COMMAND,
    id: 'otp.on',
    keywords: 'command.otp.words',
    permission: 'otp_switch',
    conditions: ['passcode.off'],
    risk: 'none',
    run: (scope) => openSettings(scope, 'info', { do: 'passcode' }),
  }),
  command({
    ...SETTINGS_COMMAND,
    id: 'otp.off',
    keywords: 'command.otp.words',
    permission: 'otp_switch',
    conditions: ['passcode.on'],
    risk: 'none',
    run: (scope) => openSettings(scope, 'info', { do: 'passcode' }),
  }),
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
