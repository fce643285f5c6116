import { calls } from '#contract/calls.ts'
import type { CommonKey } from '#locales/messages.ts'
import { acted } from './acting.ts'
import type { Said } from './appScope.ts'
import { type Argument, type Command, command } from './command.ts'
import { rowHere } from './facts.ts'
import { formAddress } from './moneyForms.ts'
import type { PlaceId } from './places.ts'
import type { Scope } from './scope.ts'

/** Asked for only by Tab: the form asks anyway. */
const amount: Argument = {
  name: 'amount',
  prompt: 'argument.amount',
  ask: { text: /^\S.*$/, error: 'argument.sum.error' },
  given: () => '',
}

const receiver: Argument = {
  name: 'to',
  prompt: 'argument.receiveMerchantNo',
  ask: { text: /^M\d{8}$/, error: 'argument.receiveMerchantNo.error' },
  given: () => '',
}

type Form = Pick<Command, 'key' | 'arguments'> & { place: PlaceId; mode?: 'online' | 'offline' }

/** Opens a form with what is known already in it, and stops there: money moves on its last page only. */
const form = <const Id extends string>(id: Id, title: CommonKey, { place, mode, ...rest }: Form) =>
  command({
    ...rest,
    id,
    title,
    words: 'command.money.words',
    section: 'account',
    authority: ['normal'],
    risk: 'money',
    run: ({ app }, given) => app.go(formAddress(place, { mode, ...given })),
  })

const CHECKED: Record<string, Said> = {
  SUCCESS: ['command.recharge.check.success', {}, 'done'],
  FAILED: ['command.recharge.check.failed', {}, 'error'],
  EXPIRED: ['command.recharge.check.expired', {}, 'error'],
}

/** The recharge that is open here, where money for it can be looked for. */
function checkableHere(scope: Scope): string | null {
  const { kind, row } = rowHere(scope) ?? {}
  const isWaiting = row?.status === 'CREATED' || row?.status === 'PENDING_CHECK'
  return kind === 'recharge' && row?.type === 'RECHARGE_OFFLINE' && isWaiting ? row.id : null
}

/** Forms that move the account's own money, and what follows them. */
export const moneyCommands = [
  form('withdraw.start', 'command.withdraw.start', {
    place: 'account.withdraw',
    key: 'withdraw_submit',
    arguments: [amount],
  }),
  form('transfer.start', 'command.transfer.start', {
    place: 'account.transfer',
    key: 'transfer_submit',
    arguments: [receiver, amount],
  }),
  form('recharge.online', 'command.recharge.online', {
    place: 'account.recharge',
    mode: 'online',
    key: 'recharge_online',
    arguments: [amount],
  }),
  form('recharge.offline', 'command.recharge.offline', {
    place: 'account.recharge',
    mode: 'offline',
    key: 'recharge_offline',
    arguments: [amount],
  }),
  command({
    id: 'recharge.check',
    title: 'command.recharge.check',
    words: 'command.money.words',
    section: 'account',
    authority: ['normal'],
    key: 'recharge_offline',
    about: ['recharge'],
    arguments: [
      {
        name: 'id',
        prompt: 'argument.recharge',
        ask: { text: /^[\w-]{1,64}$/, error: 'argument.recharge.error' },
        // Without one here it is the one that the account has open.
        given: (scope) => checkableHere(scope) ?? '',
      },
    ],
    risk: 'none',
    async run(scope, { id = '' }): Promise<Said> {
      const { call, runKey } = scope
      const asked = id === '' ? (await call(calls.offlineRecharge, {})).record?.id : id
      if (asked === undefined) return ['command.recharge.check.none']
      const { status } = await acted(scope, [{ id: asked }], () => call(calls.checkRecharge, { id: asked }, { once: runKey }))
      return CHECKED[status] ?? ['command.recharge.check.pending']
    },
  }),
  command({
    id: 'hold.takeBack',
    title: 'command.hold.takeBack',
    words: 'command.hold.takeBack.words',
    section: 'account',
    authority: ['normal'],
    key: ['withdraw_submit', 'transfer_submit'],
    when: ['hold.some'],
    risk: 'none',
    run: ({ app }) => app.takeBack(),
  }),
  command({
    id: 'form.check',
    title: 'command.form.check',
    section: 'account',
    listing: 'key',
    when: ['form.checks'],
    risk: 'none',
    run: ({ form }) => form?.check?.(),
  }),
  command({
    id: 'form.first',
    title: 'command.form.first',
    section: 'account',
    listing: 'key',
    when: ['form.chooses'],
    risk: 'none',
    run: ({ form }) => form?.choose?.(0),
  }),
  command({
    id: 'form.second',
    title: 'command.form.second',
    section: 'account',
    listing: 'key',
    when: ['form.chooses'],
    risk: 'none',
    run: ({ form }) => form?.choose?.(1),
  }),
] as const
