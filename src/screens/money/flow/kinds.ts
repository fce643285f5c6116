import type { RouteId } from '#commands/navigation/routes.ts'
import type { Permission } from '#contract/authority.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { AccountInfo, Limits } from '#contract/rows/accounts.ts'
import type { MerchantBank, MerchantChoice } from '#contract/rows/merchants.ts'
import type { Movement, OfflineRechargeInfo } from '#contract/rows/movements.ts'
import type { PayChannel } from '#contract/rows/orders.ts'
import type { Amount } from '#contract/rows/scalars.ts'
import type { PagedOrders } from '#contract/shapes/orders.ts'
import type { MessageKey } from '#locales/messages.ts'

/** Field of a money form -> its text. Never contains a secret. */
export type Values = Readonly<Record<string, string>>

/** The data a form depends on. */
export interface FormContext {
  /** The merchant number of the account, else its sign-in name. */
  readonly owner: string
  /** The status of the merchant; null where a gateway does not say. */
  readonly status: string | null
  readonly info: AccountInfo
  readonly banks: readonly MerchantBank[]
  readonly channels: readonly PayChannel[]
  readonly receivers: readonly MerchantChoice[]
  readonly offline: OfflineRechargeInfo | null
}

export type MoneyKindName = 'withdraw' | 'transfer' | 'rechargeOnline' | 'rechargeOffline'

export interface MoneyKind {
  name: MoneyKindName
  place: RouteId
  permission: Permission
  title: MessageKey
  /** What a result is called: a withdrawal, a transfer, a recharge. */
  noun: MessageKey
  /** Label of the button that leads to the review. */
  next: MessageKey
  /** Title of the review. */
  review: MessageKey
  /** Label of the link to a new form. */
  another: MessageKey
  /** Label of the button of the last step. */
  confirm: MessageKey
  // biome-ignore lint/suspicious/noExplicitAny: each call has its own input type; `fields` lists its names
  call: Call<any, Movement>
  /** The call that lists its movements. */
  list: Call<PagedOrders, Movement[]>
  /** Whether money leaves the account. It then needs the transaction password and a sufficient balance. */
  isOutgoing: boolean
  fields: readonly string[]
  needs: readonly Exclude<keyof FormContext, 'owner' | 'status' | 'info'>[]
  /** Null where the gateway does not say, and judges the amount itself. */
  limits(info: AccountInfo): Limits
  fee(info: AccountInfo): Amount | null
  /** The values of a fresh form. */
  initialValues(formContext: FormContext): Values
}

const NO_FEE = '0'

export const moneyKinds: Record<MoneyKindName, MoneyKind> = {
  withdraw: {
    name: 'withdraw',
    place: 'account.withdraw',
    permission: 'withdraw_submit',
    title: 'money.withdraw.title',
    noun: 'money.withdraw.noun',
    next: 'money.withdraw.next',
    review: 'money.withdraw.review',
    another: 'money.withdraw.another',
    confirm: 'money.withdraw.confirm',
    call: calls.withdraw,
    list: calls.withdrawList,
    isOutgoing: true,
    fields: ['payAmount', 'bankCode', 'accountNumber', 'accountHoldName', 'remark'],
    needs: ['banks'],
    limits: ({ withdraw }) => withdraw,
    fee: ({ withdraw }) => withdraw.serviceFee,
    initialValues({ info: { settle } }) {
      const known = Object.entries(settle ?? {}).filter((entry): entry is [string, string] => entry[1] !== null)
      const { bankName: _, ...values } = Object.fromEntries(known)
      return values
    },
  },
  transfer: {
    name: 'transfer',
    place: 'account.transfer',
    permission: 'transfer_submit',
    title: 'money.transfer.title',
    noun: 'money.transfer.noun',
    next: 'money.transfer.next',
    review: 'money.transfer.review',
    another: 'money.transfer.another',
    confirm: 'money.transfer.confirm',
    call: calls.transfer,
    list: calls.transferList,
    isOutgoing: true,
    fields: ['receiveMerchantNo', 'payAmount', 'remark'],
    needs: ['receivers'],
    limits: ({ transfer }) => transfer,
    fee: ({ transfer }) => transfer.transferFee,
    initialValues: () => ({}),
  },
  rechargeOnline: {
    name: 'rechargeOnline',
    place: 'account.recharge',
    permission: 'recharge_online',
    title: 'money.online.title',
    noun: 'money.online.title',
    next: 'money.recharge.next',
    review: 'money.recharge.review',
    another: 'money.recharge.another',
    confirm: 'money.online.confirm',
    call: calls.rechargeOnline,
    list: calls.rechargeList,
    isOutgoing: false,
    fields: ['payAmount', 'payChannel'],
    needs: ['channels'],
    limits: ({ recharge }) => recharge,
    fee: () => NO_FEE,
    initialValues: () => ({}),
  },
  rechargeOffline: {
    name: 'rechargeOffline',
    place: 'account.recharge',
    permission: 'recharge_offline',
    title: 'money.offline.title',
    noun: 'money.offline.title',
    next: 'money.recharge.next',
    review: 'money.recharge.review',
    another: 'money.recharge.another',
    confirm: 'money.offline.confirm',
    call: calls.rechargeOffline,
    list: calls.rechargeList,
    isOutgoing: false,
    fields: ['payAmount', 'bankCode', 'payerName', 'payerAccountNumber', 'receipt', 'remark'],
    needs: ['offline'],
    limits: ({ recharge }) => recharge,
    fee: () => NO_FEE,
    initialValues: ({ offline }) => {
      const [only, ...others] = offline?.accounts ?? []
      return only === undefined || others.length > 0 ? {} : { bankCode: only.bankCode }
    },
  },
}
