import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { seedDemo } from '../../server/seed/seed.ts'
import { quickest } from '../databases.ts'
import { openGateway, type TestGateway } from '../gateway.ts'
import { ACCOUNTS, type Account } from './addresses.ts'
import { offers } from './offers.ts'

type CallOrigin = string | 'any signed-in account' | Account[]

const ANY_SIGNED_IN = 'any signed-in account'
/** Accounts that read the option lists of filters and forms. These contain no account data. */
const LIST_READERS: Account[] = ['merchant', 'submerchant', 'usdt', 'staff', 'restricted']

type CallName = keyof typeof calls

/** The commands that make each call, or lead to the screen that makes it. */
const CALLED_FROM: Partial<Record<CallName, CallOrigin>> = {
  enums: ANY_SIGNED_IN,
  notices: ANY_SIGNED_IN,
  events: ANY_SIGNED_IN,
  clearNotices: ANY_SIGNED_IN,
  views: ANY_SIGNED_IN,
  saveView: ANY_SIGNED_IN,
  removeView: ANY_SIGNED_IN,
  systemConfig: ANY_SIGNED_IN,
  merchantInfo: ANY_SIGNED_IN,
  activities: ANY_SIGNED_IN,
  // Checked against the permission of the requested list.
  changes: ANY_SIGNED_IN,
  merchantBanks: LIST_READERS,
  merchantMethods: LIST_READERS,
  payChannels: LIST_READERS,
  merchantChoices: ['merchant', 'staff', 'restricted'],

  auditEvents: 'nav.settings.history',
  resetPassword: 'nav.settings.password',
  resetTxnPassword: 'nav.settings.txnPassword',
  resetOtpStatus: 'otp.on otp.off plat.otpStatus',
  resetOtpSecret: 'plat.otpSecret',
  enrolOtp: 'otp.on',
  platMerchant: 'nav.plat.otp',
  merchantStatus: 'plat.merchantStatus',

  dashboard: 'nav.dashboard nav.dashboardSub nav.dashboardUsdt',
  dailyChart: 'nav.dashboard nav.dashboardSub nav.dashboardUsdt',
  dashboardNow: 'nav.dashboard nav.dashboardSub nav.dashboardUsdt',
  attention: 'nav.dashboard nav.dashboardSub nav.dashboardUsdt',
  payinFlow: 'nav.dashboard nav.dashboardSub nav.dashboardUsdt',
  callbackFlow: 'nav.dashboard nav.dashboardSub nav.dashboardUsdt',
  trend: 'nav.dashboard nav.dashboardSub nav.dashboardUsdt',
  balanceDays: 'nav.dashboard nav.dashboardSub nav.dashboardUsdt',
  platformHealth: ['staff'],
  merchantTrends: 'nav.dashboardA',
  agentDashboard: 'nav.dashboardA',
  agentLatest: 'nav.dashboardA',
  agentMerchants: 'nav.merchantListA',
  agentMerchantData: 'nav.merchantListA merchant.jump',

  ipLists: 'nav.merchant.iplist nav.merchantUsdt.iplist',
  updateIpLists: 'iplist.edit iplist.addApi',
  merchantSecret: 'nav.merchant.secret nav.merchantUsdt.secret secret.copyPlatPublicKey',
  changeSecret: 'secret.edit secret.reveal secret.reset secret.resetPair secret.signing',
  callbackHealth: 'nav.dev.callbacks',
  enableCallbacks: 'nav.dev.callbacks',
  redeliveryPlan: 'nav.dev.callbacks',
  redeliver: 'nav.dev.callbacks',
  cancelRedelivery: 'nav.dev.callbacks',
  subMerchants: 'nav.merchant.sub sub.jump',
  createSubMerchant: 'sub.create',
  addSubMerchant: 'sub.quickAdd',
  updateSubMerchant: 'sub.update sub.toggle',

  accountInfo: 'account.balance account.copyBalance nav.account.info',
  accountDaily: 'nav.account.daily',
  accountDetail: 'nav.account.detail nav.accountSub.detail',
  accountCheck: 'nav.account.detail nav.accountSub.detail',
  transfer: 'transfer.start',
  withdraw: 'withdraw.start',
  rechargeOnline: 'recharge.online',
  offlineRecharge: 'recharge.offline',
  rechargeOffline: 'recharge.offline',
  checkRecharge: 'recharge.check',
  cancelRecord: 'hold.takeBack',
  heldRecords: 'hold.takeBack',
  recordTrail: 'nav.txn.recharge nav.txn.withdraw nav.account.transfer',
  transferList: 'nav.account.transfer',
  rechargeList: 'nav.txn.recharge',
  withdrawList: 'nav.txn.withdraw',

  payinList: 'nav.txn.payin nav.txnSub.payin',
  payinCount: 'nav.txn.payin nav.txnSub.payin',
  payinTrail: 'nav.txn.payin nav.txnSub.payin nav.usdt.payin',
  payoutList: 'nav.txn.payout nav.txnSub.payout',
  payoutCount: 'nav.txn.payout nav.txnSub.payout',
  payoutTrail: 'nav.txn.payout nav.txnSub.payout nav.usdt.payout',
  checkoutList: 'nav.txn.checkout nav.txnSub.checkout',
  usdtPayinList: 'nav.usdt.payin',
  usdtPayoutList: 'nav.usdt.payout',
  agentPayinList: 'nav.payinA',
  agentPayoutList: 'nav.payoutA',
  lookUp: ANY_SIGNED_IN,
  vaNumber: 'order.byVa',
  payinNotify: 'payin.notify',
  reviewOrder: 'order.reconcile order.dispute order.unmark list.reconcileSelected',
  addNote: 'order.note list.noteSelected',
  assignOrder: 'order.assignMe order.assign order.unassign list.assignMeSelected list.assignSelected list.unassignSelected',
  people: ['merchant', 'submerchant', 'usdt', 'staff', 'restricted'],
  payoutNotify: 'payout.notify',
  usdtPayinNotify: 'usdt.payin.notify',
  usdtPayoutNotify: 'usdt.payout.notify',
  notifyPlan: 'list.notifySelected',
  payinAction: 'payin.check payin.close',
  decidePayin: 'payin.accept payin.reject',
  payoutAction: 'payout.check payout.cancel payout.retry',
  payoutReceipt: 'payout.receipt',
  simulatePayin: 'simulate.payin',
  simulatePayout: 'simulate.payout',
  exportPayin: 'export.payin',
  exportPayout: 'export.payout',
  exportDetail: 'export.detail',
}

const guarded = Object.entries<AnyCall>(calls).filter(([, { callers }]) => callers !== 'guest') as [CallName, AnyCall][]

/** Whether the palette offers this account a command that makes the call, in any context. */
function isOffered(person: Account, makers: CallOrigin): boolean {
  if (person === 'guest') return false
  if (makers === ANY_SIGNED_IN) return true
  if (typeof makers !== 'string') return makers.includes(person)
  return makers.split(' ').some((id) => {
    const offer = offers.find((one) => one.id === id)
    if (offer === undefined) throw new Error(`no command ${id} in the table`)
    return offer.byAccount[person] !== '.'
  })
}

let db: Database
let gateway: TestGateway
const tokens = new Map<Account, string>()

beforeAll(async () => {
  db = await quickest.open()
  await seedDemo(db, { now: Date.now(), orders: 60 })
  gateway = await openGateway(db, { environment: { SIMULATION: 'on' } })
  for (const person of ACCOUNTS.filter((one) => one !== 'guest')) {
    const reply = await gateway.ask(calls.login, { username: person, password: sha256('Paydesk-Demo1') })
    tokens.set(person, reply.json<{ data: { token: string } }>().data.token)
  }
})
afterAll(async () => {
  await gateway.close()
  await db.close()
})

test('Every call that needs a session has an origin in the table', () => {
  expect(Object.keys(CALLED_FROM).sort()).toEqual(guarded.map(([name]) => name).sort())
})

test.for(ACCOUNTS)('The gateway serves %s exactly the calls of the offered commands', async (person) => {
  const served: string[] = []
  const refused: string[] = []
  for (const [name, row] of guarded) {
    // The ids do not exist. A call that gets as far as 404 was permitted.
    const { statusCode } = await gateway.ask(row, { id: 'none', type: 'PAYIN' }, tokens.get(person))
    const isRefused = statusCode === (person === 'guest' ? 401 : 403)
    ;(isRefused ? refused : served).push(name)
  }
  const wanted = guarded.map(([name]) => name).filter((name) => isOffered(person, CALLED_FROM[name] ?? ''))
  expect(served).toEqual(wanted)
  expect(refused).toEqual(guarded.map(([name]) => name).filter((name) => !wanted.includes(name)))
})
