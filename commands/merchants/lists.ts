import { PATTERNS } from '#contract/rules.ts'
import type { CommonKey } from '#locales/messages.ts'
import { textArgument } from '../arguments.ts'
import { type Command, command } from '../command.ts'
import { currentRow } from '../conditions.ts'
import { listAddress, numberOf } from '../rows/kinds.ts'
import type { RowKind } from '../rows/rowRef.ts'

const AGENT = { authority: ['delegate'] } as const satisfies Partial<Command>
const PARENT = { authority: ['normal'] } as const satisfies Partial<Command>

const merchantNo = textArgument('merchantNo', 'field.merchantNo', PATTERNS.merchantNo, 'argument.merchantNo.error')

type MerchantCommand = Pick<Command, 'authority' | 'permission' | 'conditions'> & { kind: RowKind }

/** Opens a merchant by its number. */
const jump = <const Id extends string>(id: Id, { kind, ...who }: MerchantCommand) =>
  command({
    ...who,
    id,
    keywords: 'command.merchant.jump.words',
    section: 'order',
    arguments: [merchantNo],
    risk: 'none',
    run: ({ app }, { merchantNo: number = '' }) => app.openRow({ kind, id: number, number }),
  })

/** Opens the orders of the merchant under the cursor. */
const orders = <const Id extends string>(
  id: Id,
  { kind, ...who }: MerchantCommand & Pick<Command, 'rowKinds'> & { title?: CommonKey },
) =>
  command({
    ...who,
    id,
    section: 'row',
    risk: 'none',
    run(scope) {
      const ref = currentRow(scope)
      if (ref !== null) scope.app.go(listAddress(kind, scope.permissions, { merchantNo: numberOf(ref) }))
    },
  })

/** Commands for an agent's merchants and for a merchant's sub-merchants. */
export const merchantListCommands = [
  jump('merchant.jump', { ...AGENT, permission: 'merchant_list', kind: 'agentMerchant' }),
  orders('merchant.payin', {
    ...AGENT,
    permission: 'payin',
    conditions: ['row.agentMerchant'],
    rowKinds: ['agentMerchant'],
    kind: 'agentPayin',
  }),
  orders('merchant.payout', {
    ...AGENT,
    permission: 'payout',
    conditions: ['row.agentMerchant'],
    rowKinds: ['agentMerchant'],
    kind: 'agentPayout',
  }),
  jump('sub.jump', { ...PARENT, permission: 'merchant_sub', kind: 'subMerchant' }),
  orders('sub.payin', {
    title: 'command.merchant.payin',
    ...PARENT,
    permission: 'payin',
    conditions: ['row.subMerchant'],
    rowKinds: ['subMerchant'],
    kind: 'payin',
  }),
  orders('sub.payout', {
    title: 'command.merchant.payout',
    ...PARENT,
    permission: 'payout',
    conditions: ['row.subMerchant'],
    rowKinds: ['subMerchant'],
    kind: 'payout',
  }),
] as const
