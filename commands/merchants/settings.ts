import { kindsOf } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import { parseIpRange } from '#contract/ipRanges.ts'
import { type MerchantStatus, OPTION_MEMBERS } from '#contract/options.ts'
import { PATTERNS } from '#contract/rules.ts'
import { isRestorable } from '#contract/statuses.ts'
import { choiceArgument, textArgument } from '../arguments.ts'
import { type Argument, type Arguments, type CommandOptions, command } from '../command.ts'
import { currentRow } from '../conditions.ts'
import type { Message } from '../message.ts'
import { routes } from '../navigation/routes.ts'
import { optionLabel } from '../optionLabel.ts'
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

const subMerchant = { section: 'account', keywords: 'command.sub.words', authority: ['normal'] } as const
const settings = { section: 'account', authority: ['normal', 'umerchant'] } as const

type SettingsScreen = 'info' | 'secret' | 'iplist'

/** The routes of a settings screen, for merchants in rupiah and in USDT. */
const settingsRoutes = (screen: SettingsScreen) => [`merchant.${screen}`, `merchantUsdt.${screen}`] as const

/** Opens a settings screen at the address for the user's kind of account, with query parameters. */
function openSettings({ permissions, app }: Scope, screen: SettingsScreen, query: Record<string, string>): void {
  const [inRupiah, inUsdt] = settingsRoutes(screen)
  const route = kindsOf(permissions).includes('umerchant') ? inUsdt : inRupiah
  app.go(`${routes[route].path}?${new URLSearchParams(query)}`)
}

/** Opens the form of a setting. */
const settingsCommand = <const Id extends string>(id: Id, screen: SettingsScreen, form: string, rest: CommandOptions) =>
  command({
    ...settings,
    ...rest,
    id,
    opens: settingsRoutes(screen),
    run: (scope) => openSettings(scope, screen, { do: form }),
  })

/** The statuses that staff set. A merchant never becomes pending again. */
const STAFF_STATUSES = OPTION_MEMBERS.MerchantStatus.filter((status) => status !== 'PENDING')

const merchantStatus: Argument = {
  name: 'to',
  prompt: 'argument.merchantStatus',
  ask: {
    choices: ({ app }) =>
      STAFF_STATUSES.map((value) => ({ value, title: { text: optionLabel('MerchantStatus', value, app) } })),
  },
}

/** Opens the form in which staff change the passcode or the status of a merchant. */
const staffCommand = <const Id extends string>(
  id: Id,
  act: (args: Arguments) => string,
  rest: CommandOptions & Required<Pick<CommandOptions, 'permission' | 'arguments'>>,
) =>
  command({
    ...rest,
    id,
    section: 'account',
    authority: ['user'],
    opens: ['plat.otp'],
    run: ({ app }, args) =>
      app.go(`${routes['plat.otp'].path}?${new URLSearchParams({ who: args.merchantNo ?? '', act: act(args) })}`),
  })

const secret = { keywords: 'command.secret.words', permission: 'secret_reset' } as const
const otp = { keywords: 'command.otp.words', permission: 'otp_switch' } as const

/** Commands for keys, whitelists, passcodes and sub-merchants. Most open the form on its screen. */
export const merchantCommands = [
  command({ ...subMerchant, id: 'sub.create', permission: 'sub_create', run: ({ app }) => app.goTo('merchant.subCreate') }),
  command({ ...subMerchant, id: 'sub.quickAdd', permission: 'sub_create', run: ({ app }) => app.openSubMerchant(null) }),
  command({
    ...subMerchant,
    id: 'sub.update',
    permission: 'sub_update',
    rowKinds: ['subMerchant'],
    arguments: [subMerchantNo],
    run: ({ app }, { merchantNo: no = '' }) => app.openSubMerchant(no),
  }),
  command({
    ...subMerchant,
    id: 'sub.toggle',
    permission: 'sub_update',
    rowKinds: ['subMerchant'],
    arguments: [subMerchantNo, targetStatus],
    hasOutsideEffect: true,
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
      const { merchantName } = await setStatus(status, { idempotencyKey: scope.idempotencyKey })
      const name = merchantName ?? no
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
    ...settings,
    id: 'secret.copyPlatPublicKey',
    keywords: 'command.secret.words',
    permission: 'merchant_secret',
    async run({ call, app }): Promise<Message | undefined> {
      const { platPublicKey } = await call(calls.merchantSecret, {})
      if (platPublicKey === null) return ['app.notAvailable', {}, 'error']
      if (platPublicKey === '') return ['command.secret.noPair', {}, 'error']
      await app.copy(platPublicKey)
      return undefined
    },
  }),
  settingsCommand('secret.reveal', 'secret', 'reveal', secret),
  settingsCommand('secret.reset', 'secret', 'reset', secret),
  settingsCommand('secret.resetPair', 'secret', 'resetPair', secret),
  settingsCommand('secret.signing', 'secret', 'signing', { ...secret, feature: 'signature-header' }),
  settingsCommand('secret.edit', 'secret', 'edit', { ...secret, permission: 'secret_update' }),
  settingsCommand('iplist.edit', 'iplist', 'edit', { permission: 'iplist_update' }),
  command({
    ...settings,
    id: 'iplist.addApi',
    permission: 'iplist_update',
    opens: settingsRoutes('iplist'),
    arguments: [textArgument('ip', 'argument.ip', { test: (text) => parseIpRange(text) !== null })],
    run: (scope, { ip = '' }) => openSettings(scope, 'iplist', { addApi: ip }),
  }),
  settingsCommand('otp.on', 'info', 'passcodeOn', { ...otp, conditions: ['passcode.off'] }),
  settingsCommand('otp.off', 'info', 'passcodeOff', { ...otp, conditions: ['passcode.on'] }),
  staffCommand('plat.otpStatus', ({ to }) => (to === 'ON' ? 'on' : 'off'), {
    keywords: 'command.otp.words',
    permission: 'plat_reset_otp_status',
    arguments: [merchantNo, choiceArgument('to', 'argument.passcode', ['ON', 'OFF'])],
  }),
  staffCommand('plat.otpSecret', () => 'secret', {
    keywords: 'command.otp.words',
    permission: 'plat_reset_otp_secret',
    arguments: [merchantNo],
  }),
  staffCommand('plat.merchantStatus', ({ to = '' }) => to, {
    feature: 'merchant-status',
    permission: 'plat_merchant_status',
    arguments: [merchantNo, merchantStatus],
  }),
] as const
