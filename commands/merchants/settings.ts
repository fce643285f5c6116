import { calls } from '#contract/calls.ts'
import type { MerchantStatus } from '#contract/options.ts'
import { PATTERNS } from '#contract/rules.ts'
import { type Argument, type Command, command } from '../command.ts'
import { currentRow } from '../conditions.ts'
import type { Message } from '../message.ts'
import { routes } from '../navigation/routes.ts'
import { numberOf } from '../rows/rowKinds.ts'
import type { RowRef } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'

const merchantNo: Argument = {
  name: 'merchantNo',
  prompt: 'argument.merchantNo',
  ask: { text: PATTERNS.merchantNo, error: 'argument.merchantNo.error' },
}

/** The sub-merchant in the scope, if any. */
const subHere = (scope: Scope): RowRef | null => {
  const ref = currentRow(scope)
  return ref?.kind === 'subMerchant' ? ref : null
}

const subMerchantNo: Argument = {
  ...merchantNo,
  defaultValue(scope) {
    const here = subHere(scope)
    return here === null ? null : numberOf(here)
  },
}

const way: Argument = {
  name: 'to',
  prompt: 'argument.subStatus',
  ask: {
    choices: () =>
      (['ACTIVE', 'SUSPENDED'] as const).map((value) => ({ value, title: { message: [`argument.subStatus.${value}`] } })),
  },
  // By default the opposite of the current status.
  defaultValue(scope) {
    const status = subHere(scope)?.row.status
    return status == null ? null : status === 'ACTIVE' ? 'SUSPENDED' : 'ACTIVE'
  },
}

const passcode: Argument = {
  name: 'to',
  prompt: 'argument.passcode',
  ask: {
    choices: () => (['ON', 'OFF'] as const).map((value) => ({ value, title: { message: [`argument.passcode.${value}`] } })),
  },
}

const address: Argument = {
  name: 'ip',
  prompt: 'argument.ip',
  ask: { text: PATTERNS.ipv4OrCidr, error: 'argument.ip.error' },
}

const BRANCHES = { section: 'account', authority: ['normal'] } as const satisfies Partial<Command>
const SETTINGS = { section: 'account', authority: ['normal', 'umerchant'] } as const satisfies Partial<Command>
const STAFF = { section: 'account', authority: ['user'] } as const satisfies Partial<Command>

/** Opens a settings screen at the address for the user's kind of account, with query parameters. */
function open({ permissions, app }: Scope, screen: 'info' | 'secret' | 'iplist', query: Record<string, string>): void {
  const place = permissions.includes('umerchant') ? (`merchantUsdt.${screen}` as const) : (`merchant.${screen}` as const)
  app.go(`${routes[place].path}?${new URLSearchParams(query)}`)
}

/** Commands for keys, whitelists, passcodes and sub-merchants. Most open the form on its screen. */
export const merchantCommands = [
  command({
    ...BRANCHES,
    id: 'sub.create',
    title: 'command.sub.create',
    keywords: 'command.sub.words',
    permission: 'sub_create',
    risk: 'none',
    run: ({ app }) => app.goTo('merchant.subCreate'),
  }),
  command({
    ...BRANCHES,
    id: 'sub.quickAdd',
    title: 'command.sub.quickAdd',
    keywords: 'command.sub.words',
    permission: 'sub_create',
    risk: 'none',
    run: ({ app }) => app.openSubMerchant(null),
  }),
  command({
    ...BRANCHES,
    id: 'sub.update',
    title: 'command.sub.update',
    keywords: 'command.sub.words',
    permission: 'sub_update',
    rowKinds: ['subMerchant'],
    arguments: [subMerchantNo],
    risk: 'none',
    run: ({ app }, { merchantNo: no = '' }) => app.openSubMerchant(no),
  }),
  command({
    ...BRANCHES,
    id: 'sub.toggle',
    title: 'command.sub.toggle',
    keywords: 'command.sub.words',
    permission: 'sub_update',
    rowKinds: ['subMerchant'],
    arguments: [subMerchantNo, way],
    risk: 'outward',
    confirm: (_, { merchantNo: no = '', to }) => [
      to === 'ACTIVE' ? 'command.sub.enable.confirm' : 'command.sub.disable.confirm',
      { merchantNo: no },
    ],
    async run(scope, { merchantNo: no = '', to }): Promise<Message | undefined> {
      const { app } = scope
      const status = to === 'ACTIVE' ? 'ACTIVE' : 'SUSPENDED'
      const here = subHere(scope)
      const former = here !== null && numberOf(here) === no ? here.row.status : null
      const move = async (way: MerchantStatus, how: { idempotencyKey?: string } = {}) => {
        const moved = await scope.call(calls.updateSubMerchant, { merchantNo: no, status: way }, how)
        scope.list?.refresh()
        return moved
      }
      const { merchantName: name } = await move(status, { idempotencyKey: scope.idempotencyKey })
      const said: Message = [status === 'ACTIVE' ? 'command.sub.enabled' : 'command.sub.disabled', { name }, 'done']
      // The former status is unknown for a merchant that is not on the screen, so there is no undo.
      if (former !== 'ACTIVE' && former !== 'SUSPENDED' && former !== 'PAYOUT_SUSPENDED') return said
      app.pushUndo({
        label: [status === 'ACTIVE' ? 'undo.sub.one.enable' : 'undo.sub.one.disable', { name }],
        undo: async () => void (await move(former)),
        redo: async () => void (await move(status)),
      })
      app.toast(said, 'undo')
      return undefined
    },
  }),
  command({
    ...SETTINGS,
    id: 'secret.copyPlatPublicKey',
    title: 'command.secret.copyPlatPublicKey',
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
    ...SETTINGS,
    id: 'secret.reveal',
    title: 'command.secret.reveal',
    keywords: 'command.secret.words',
    permission: 'secret_reset',
    risk: 'none',
    run: (scope) => open(scope, 'secret', { do: 'reveal' }),
  }),
  command({
    ...SETTINGS,
    id: 'secret.reset',
    title: 'command.secret.reset',
    keywords: 'command.secret.words',
    permission: 'secret_reset',
    risk: 'none',
    run: (scope) => open(scope, 'secret', { do: 'reset' }),
  }),
  command({
    ...SETTINGS,
    id: 'secret.resetPair',
    title: 'command.secret.resetPair',
    keywords: 'command.secret.words',
    permission: 'secret_reset',
    risk: 'none',
    run: (scope) => open(scope, 'secret', { do: 'resetPair' }),
  }),
  command({
    ...SETTINGS,
    id: 'secret.edit',
    title: 'command.secret.edit',
    keywords: 'command.secret.words',
    permission: 'secret_update',
    risk: 'none',
    run: (scope) => open(scope, 'secret', { do: 'edit' }),
  }),
  command({
    ...SETTINGS,
    id: 'iplist.edit',
    title: 'command.iplist.edit',
    permission: 'iplist_update',
    risk: 'none',
    run: (scope) => open(scope, 'iplist', { do: 'edit' }),
  }),
  command({
    ...SETTINGS,
    id: 'iplist.addApi',
    title: 'command.iplist.addApi',
    permission: 'iplist_update',
    arguments: [address],
    risk: 'none',
    run: (scope, { ip = '' }) => open(scope, 'iplist', { addApi: ip }),
  }),
  command({
    ...SETTINGS,
    id: 'otp.on',
    title: 'command.otp.on',
    keywords: 'command.otp.words',
    permission: 'otp_switch',
    conditions: ['passcode.off'],
    risk: 'none',
    run: (scope) => open(scope, 'info', { do: 'passcode' }),
  }),
  command({
    ...SETTINGS,
    id: 'otp.off',
    title: 'command.otp.off',
    keywords: 'command.otp.words',
    permission: 'otp_switch',
    conditions: ['passcode.on'],
    risk: 'none',
    run: (scope) => open(scope, 'info', { do: 'passcode' }),
  }),
  command({
    ...STAFF,
    id: 'plat.otpStatus',
    title: 'command.plat.otpStatus',
    keywords: 'command.otp.words',
    permission: 'plat_reset_otp_status',
    arguments: [merchantNo, passcode],
    risk: 'none',
    run: ({ app }, { merchantNo: who = '', to = 'OFF' }) => app.go(platAddress(who, to === 'ON' ? 'on' : 'off')),
  }),
  command({
    ...STAFF,
    id: 'plat.otpSecret',
    title: 'command.plat.otpSecret',
    keywords: 'command.otp.words',
    permission: 'plat_reset_otp_secret',
    arguments: [merchantNo],
    risk: 'none',
    run: ({ app }, { merchantNo: who = '' }) => app.go(platAddress(who, 'secret')),
  }),
] as const

const platAddress = (who: string, act: string): string => `${routes['plat.otp'].path}?${new URLSearchParams({ who, act })}`
