import { calls } from '#contract/calls.ts'
import type { MerchantStatus } from '#contract/options.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { Said } from './appScope.ts'
import { type Argument, type Command, command } from './command.ts'
import { rowHere } from './facts.ts'
import { places } from './places.ts'
import { numberOf } from './rowKinds.ts'
import type { RowRef, Scope } from './scope.ts'

const merchantNo: Argument = {
  name: 'merchantNo',
  prompt: 'argument.merchantNo',
  ask: { text: PATTERNS.merchantNo, error: 'argument.merchantNo.error' },
}

/** The sub-merchant under the cursor, where there is one. */
const subHere = (scope: Scope): RowRef | null => {
  const ref = rowHere(scope)
  return ref?.kind === 'subMerchant' ? ref : null
}

const subMerchantNo: Argument = {
  ...merchantNo,
  given(scope) {
    const here = subHere(scope)
    return here === null ? null : numberOf(here)
  },
}

const way: Argument = {
  name: 'to',
  prompt: 'argument.subStatus',
  ask: {
    choices: () =>
      (['ACTIVE', 'SUSPENDED'] as const).map((value) => ({ value, title: { said: [`argument.subStatus.${value}`] } })),
  },
  // The way it is not.
  given(scope) {
    const status = subHere(scope)?.row.status
    return status == null ? null : status === 'ACTIVE' ? 'SUSPENDED' : 'ACTIVE'
  },
}

const passcode: Argument = {
  name: 'to',
  prompt: 'argument.passcode',
  ask: { choices: () => (['ON', 'OFF'] as const).map((value) => ({ value, title: { said: [`argument.passcode.${value}`] } })) },
}

const address: Argument = {
  name: 'ip',
  prompt: 'argument.ip',
  ask: { text: PATTERNS.ipv4OrCidr, error: 'argument.ip.error' },
}

const BRANCHES = { section: 'account', authority: ['normal'] } as const satisfies Partial<Command>
const SETTINGS = { section: 'account', authority: ['normal', 'umerchant'] } as const satisfies Partial<Command>
const STAFF = { section: 'account', authority: ['user'] } as const satisfies Partial<Command>

/** The same screen at the address of whoever asks for it, with what it is to begin with. */
function open({ permissions, app }: Scope, screen: 'info' | 'secret' | 'iplist', query: Record<string, string>): void {
  const place = permissions.includes('umerchant') ? (`merchantUsdt.${screen}` as const) : (`merchant.${screen}` as const)
  app.go(`${places[place].path}?${new URLSearchParams(query)}`)
}

/** Keys, whitelists, passcodes and the merchants below: forms that open where they belong. */
export const merchantCommands = [
  command({
    ...BRANCHES,
    id: 'sub.create',
    title: 'command.sub.create',
    words: 'command.sub.words',
    key: 'sub_create',
    risk: 'none',
    run: ({ app }) => app.goTo('merchant.subCreate'),
  }),
  command({
    ...BRANCHES,
    id: 'sub.quickAdd',
    title: 'command.sub.quickAdd',
    words: 'command.sub.words',
    key: 'sub_create',
    risk: 'none',
    run: ({ app }) => app.openSubMerchant(null),
  }),
  command({
    ...BRANCHES,
    id: 'sub.update',
    title: 'command.sub.update',
    words: 'command.sub.words',
    key: 'sub_update',
    about: ['subMerchant'],
    arguments: [subMerchantNo],
    risk: 'none',
    run: ({ app }, { merchantNo: no = '' }) => app.openSubMerchant(no),
  }),
  command({
    ...BRANCHES,
    id: 'sub.toggle',
    title: 'command.sub.toggle',
    words: 'command.sub.words',
    key: 'sub_update',
    about: ['subMerchant'],
    arguments: [subMerchantNo, way],
    risk: 'outward',
    confirm: (_, { merchantNo: no = '', to }) => [
      to === 'ACTIVE' ? 'command.sub.enable.confirm' : 'command.sub.disable.confirm',
      { merchantNo: no },
    ],
    async run(scope, { merchantNo: no = '', to }): Promise<Said | undefined> {
      const { app } = scope
      const status = to === 'ACTIVE' ? 'ACTIVE' : 'SUSPENDED'
      const here = subHere(scope)
      const former = here !== null && numberOf(here) === no ? here.row.status : null
      const move = async (way: MerchantStatus, how: { once?: string } = {}) => {
        const moved = await scope.call(calls.updateSubMerchant, { merchantNo: no, status: way }, how)
        scope.list?.refresh()
        return moved
      }
      const { merchantName: name } = await move(status, { once: scope.runKey })
      const said: Said = [status === 'ACTIVE' ? 'command.sub.enabled' : 'command.sub.disabled', { name }, 'done']
      // Of one that was named nobody knows what it was before.
      if (former !== 'ACTIVE' && former !== 'SUSPENDED' && former !== 'PAYOUT_SUSPENDED') return said
      app.did({
        what: [status === 'ACTIVE' ? 'undo.sub.one.enable' : 'undo.sub.one.disable', { name }],
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
    words: 'command.secret.words',
    key: 'merchant_secret',
    risk: 'none',
    async run({ call, app }): Promise<Said | undefined> {
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
    words: 'command.secret.words',
    key: 'secret_reset',
    risk: 'none',
    run: (scope) => open(scope, 'secret', { do: 'reveal' }),
  }),
  command({
    ...SETTINGS,
    id: 'secret.reset',
    title: 'command.secret.reset',
    words: 'command.secret.words',
    key: 'secret_reset',
    risk: 'none',
    run: (scope) => open(scope, 'secret', { do: 'reset' }),
  }),
  command({
    ...SETTINGS,
    id: 'secret.resetPair',
    title: 'command.secret.resetPair',
    words: 'command.secret.words',
    key: 'secret_reset',
    risk: 'none',
    run: (scope) => open(scope, 'secret', { do: 'resetPair' }),
  }),
  command({
    ...SETTINGS,
    id: 'secret.edit',
    title: 'command.secret.edit',
    words: 'command.secret.words',
    key: 'secret_update',
    risk: 'none',
    run: (scope) => open(scope, 'secret', { do: 'edit' }),
  }),
  command({
    ...SETTINGS,
    id: 'iplist.edit',
    title: 'command.iplist.edit',
    key: 'iplist_update',
    risk: 'none',
    run: (scope) => open(scope, 'iplist', { do: 'edit' }),
  }),
  command({
    ...SETTINGS,
    id: 'iplist.addApi',
    title: 'command.iplist.addApi',
    key: 'iplist_update',
    arguments: [address],
    risk: 'none',
    run: (scope, { ip = '' }) => open(scope, 'iplist', { addApi: ip }),
  }),
  command({
    ...SETTINGS,
    id: 'otp.on',
    title: 'command.otp.on',
    words: 'command.otp.words',
    key: 'otp_switch',
    when: ['passcode.off'],
    risk: 'none',
    run: (scope) => open(scope, 'info', { do: 'passcode' }),
  }),
  command({
    ...SETTINGS,
    id: 'otp.off',
    title: 'command.otp.off',
    words: 'command.otp.words',
    key: 'otp_switch',
    when: ['passcode.on'],
    risk: 'none',
    run: (scope) => open(scope, 'info', { do: 'passcode' }),
  }),
  command({
    ...STAFF,
    id: 'plat.otpStatus',
    title: 'command.plat.otpStatus',
    words: 'command.otp.words',
    key: 'plat_reset_otp_status',
    arguments: [merchantNo, passcode],
    risk: 'none',
    run: ({ app }, { merchantNo: who = '', to = 'OFF' }) => app.go(platAddress(who, to === 'ON' ? 'on' : 'off')),
  }),
  command({
    ...STAFF,
    id: 'plat.otpSecret',
    title: 'command.plat.otpSecret',
    words: 'command.otp.words',
    key: 'plat_reset_otp_secret',
    arguments: [merchantNo],
    risk: 'none',
    run: ({ app }, { merchantNo: who = '' }) => app.go(platAddress(who, 'secret')),
  }),
] as const

const platAddress = (who: string, act: string): string => `${places['plat.otp'].path}?${new URLSearchParams({ who, act })}`
