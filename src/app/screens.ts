import { type ComponentType, createElement } from 'react'
import type { RouteId } from '#commands/navigation/routes.ts'
import type { Namespace } from '#locales/messages.ts'
import { type WithTexts, withTexts } from '../loading/withTexts.tsx'
import { Exception, type ExceptionCode, ServerException } from '../screens/Exception.tsx'

const exception = (code: ExceptionCode) => () => createElement(Exception, { code })

/** The screens of a module. They share its chunk, and their texts are fetched with it. */
const screensIn =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, volume?: Namespace) =>
  (name: Name): WithTexts<object> =>
    withTexts(async () => (await load())[name], volume)

const orders = screensIn(() => import('../lists/screens/orderScreens.tsx'))
const accounts = screensIn(() => import('../lists/screens/accountScreens.tsx'))
const summaries = screensIn(() => import('../lists/screens/accountScreens.tsx'), 'dashboard')
const statements = screensIn(() => import('../lists/screens/accountScreens.tsx'), 'statements')
const money = screensIn(() => import('../screens/money/screens.ts'), 'money')
const settings = screensIn(() => import('../screens/settings/screens.ts'), 'settings')
const payin = screensIn(() => import('../lists/screens/PayinScreen.tsx'))
const dashboard = screensIn(() => import('../screens/dashboard/Dashboard.tsx'), 'dashboard')

/** The component of each route. A route without a screen does not compile. */
export const screens: Record<RouteId, ComponentType & Partial<WithTexts<object>>> = {
  login: screensIn(() => import('../screens/login/Login.tsx'))('Login'),
  dashboard: dashboard('Dashboard'),
  dashboardSub: dashboard('Dashboard'),
  dashboardUsdt: dashboard('Dashboard'),
  dashboardA: summaries('AgentDaysScreen'),
  'account.daily': summaries('AccountDailyScreen'),
  'account.detail': statements('AccountDetailScreen'),
  'account.withdraw': money('Withdraw'),
  'account.transfer': money('Transfer'),
  'account.info': money('AccountInfo'),
  'account.recharge': money('Recharge'),
  'result.success': money('ResultSuccess'),
  'result.fail': money('ResultFail'),
  'result.old': money('ResultSuccess'),
  'txn.payin': payin('PayinScreen'),
  'txn.recharge': accounts('RechargeScreen'),
  'txn.withdraw': accounts('WithdrawScreen'),
  'merchant.sub': accounts('SubMerchantsScreen'),
  'dev.simulation': screensIn(() => import('../screens/developer/Simulation.tsx'), 'developer')('Simulation'),
  'dev.callbacks': screensIn(() => import('../screens/developer/Callbacks.tsx'), 'developer')('Callbacks'),
  'dev.signature': screensIn(() => import('../screens/developer/Signature.tsx'), 'developer')('Signature'),
  'plat.gateway': screensIn(() => import('../screens/developer/GatewayCheck.tsx'), 'developer')('GatewayCheck'),
  'dev.doc': screensIn(() => import('../screens/developer/DocumentTab.tsx'), 'developer')('DocumentTab'),
  'accountSub.detail': statements('AccountDetailScreen'),
  merchantListA: statements('AgentMerchantsScreen'),
  'txnSub.payin': payin('PayinScreen'),
  'txn.payout': orders('PayoutScreen'),
  'txnSub.payout': orders('PayoutScreen'),
  'txn.checkout': orders('CheckoutScreen'),
  'txnSub.checkout': orders('CheckoutScreen'),
  'usdt.payin': orders('UsdtPayinScreen'),
  'usdt.payout': orders('UsdtPayoutScreen'),
  payinA: orders('AgentPayinScreen'),
  payoutA: orders('AgentPayoutScreen'),
  'merchant.info': settings('MerchantInfo'),
  'merchant.secret': settings('Secrets'),
  'merchant.iplist': settings('Whitelists'),
  'merchantUsdt.info': settings('MerchantInfo'),
  'merchantUsdt.secret': settings('Secrets'),
  'merchantUsdt.iplist': settings('Whitelists'),
  'merchant.subCreate': settings('NewSubMerchant'),
  'settings.password': settings('SignInPassword'),
  'settings.txnPassword': settings('TransactionPassword'),
  reconcile: screensIn(() => import('../screens/reconcile/Reconcile.tsx'), 'reconcile')('Reconcile'),
  runs: screensIn(() => import('../screens/runs/Runs.tsx'), 'runs')('Runs'),
  'settings.history': screensIn(() => import('../screens/settings/history/History.tsx'), 'history')('History'),
  'plat.otp': settings('PlatformAccounts'),
  'settings.preferences': screensIn(() => import('../screens/preferences/Preferences.tsx'), 'preferences')('Preferences'),
  'exception.trigger': screensIn(() => import('../screens/ExceptionTrigger.tsx'))('ExceptionTrigger'),
  'exception.403': exception(403),
  'exception.404': exception(404),
  'exception.500': ServerException,
}
