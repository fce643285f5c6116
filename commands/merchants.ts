import { PATTERNS } from '#contract/rules.ts'
import { type Argument, type Command, command } from './command.ts'
import { rowHere } from './facts.ts'
import { listAddress, numberOf } from './rowKinds.ts'
import type { RowKind } from './scope.ts'

const AGENT = { authority: ['delegate'] } as const satisfies Partial<Command>
const PARENT = { authority: ['normal'] } as const satisfies Partial<Command>

const merchantNo: Argument = {
  name: 'merchantNo',
  prompt: 'field.merchantNo',
  ask: { text: PATTERNS.merchantNo, error: 'argument.merchantNo.error' },
}

type About = Pick<Command, 'authority' | 'key' | 'when'> & { kind: RowKind }

/** Opens a merchant by its number. */
const jump = <const Id extends string>(id: Id, title: Command['title'], { kind, ...who }: About) =>
  command({
    ...who,
    id,
    title,
    words: 'command.merchant.jump.words',
    section: 'order',
    arguments: [merchantNo],
    risk: 'none',
    run: ({ app }, { merchantNo: number = '' }) => app.openRow({ kind, id: number, number }),
  })

/** The orders of the merchant under the cursor. */
const orders = <const Id extends string>(id: Id, title: Command['title'], { kind, ...who }: About & Pick<Command, 'about'>) =>
  command({
    ...who,
    id,
    title,
    section: 'row',
    risk: 'none',
    run(scope) {
      const ref = rowHere(scope)
      if (ref !== null) scope.app.go(listAddress(kind, scope.permissions, { merchantNo: numberOf(ref) }))
    },
  })

/** The merchants of an agent, and the branches of a merchant. */
export const merchantListCommands = [
  jump('merchant.jump', 'command.merchant.jump', { ...AGENT, key: 'merchant_list', kind: 'agentMerchant' }),
  orders('merchant.payin', 'command.merchant.payin', {
    ...AGENT,
    key: 'payin',
    when: ['row.agentMerchant'],
    about: ['agentMerchant'],
    kind: 'agentPayin',
  }),
  orders('merchant.payout', 'command.merchant.payout', {
    ...AGENT,
    key: 'payout',
    when: ['row.agentMerchant'],
    about: ['agentMerchant'],
    kind: 'agentPayout',
  }),
  jump('sub.jump', 'command.sub.jump', { ...PARENT, key: 'merchant_sub', kind: 'subMerchant' }),
  orders('sub.payin', 'command.merchant.payin', {
    ...PARENT,
    key: 'payin',
    when: ['row.subMerchant'],
    about: ['subMerchant'],
    kind: 'payin',
  }),
  orders('sub.payout', 'command.merchant.payout', {
    ...PARENT,
    key: 'payout',
    when: ['row.subMerchant'],
    about: ['subMerchant'],
    kind: 'payout',
  }),
] as const
