import { type ComponentType, createElement } from 'react'
import type { RouteId } from '#commands/navigation/routes.ts'
import type { Namespace } from '#locales/messages.ts'
import { type WithTexts, withTexts } from '../loading/withTexts.tsx'
import { Exception, type ExceptionCode } from '../screens/Exception.tsx'

const exception = (code: ExceptionCode) => () => createElement(Exception, { code })

/** The screens of a module. They share its chunk, and their texts are fetched with it. */
const screensIn =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, volume?: Namespace) =>
  (name: Name): WithTexts<object> =>
    withTexts(volume, async () => (await load())[name])

const orders = screensIn(() => import('../lists/screens/orderScreens.tsx'))
const accounts = screensIn(() => import('../lists/screens/accountScreens.tsx'))
const statements = screensIn(() => import('../lists/screens/accountScreens.tsx'), 'statements')
const money = screensIn(() => import('../screens/money/screens.ts'), 'money')
const settings = screensIn(() => import('../screens/settings/screens.ts'), 'settings')

const PayinScreen = screensIn(() => import('../lists/screens/PayinScreen.tsx'))('PayinScreen')
const PayoutScreen = orders('PayoutScreen')
const CheckoutScreen = orders('CheckoutScreen')
const InfoScreen = settings('MerchantInfo')
const SecretScreen = settings('Secrets')
const WhitelistScreen = settings('Whitelists')
const ResultSuccess = money('ResultSuccess')
const DashboardScreen = screensIn(() => import('../screens/dashboard/Dashboard.tsx'), 'dashboard')('Dashboard')
const AccountDetailScreen = statements('AccountDetailScreen')

/** The component of each route. A route without a screen does not compile. */
export const screens: Record<RouteId, ComponentType & Partial<WithTexts<object>>> = {
  login: screensIn(() => import('../screens/login/Login.tsx'))('Login'),
  dashboard: DashboardScreen,
  dashboardSub: DashboardScreen,
  dashboardUsdt: DashboardScreen,
  dashboardA: accounts('AgentDaysScreen'),
  'account.daily': accounts('AccountDailyScreen'),
  'account.detail': AccountDetailScreen,
  'account.withdraw': money('Withdraw'),
  'account.transfer': money('Transfer'),
  'account.info': money('AccountInfo'),
  'account.recharge': money('Recharge'),
  'result.success': ResultSuccess,
  'result.fail': money('ResultFail'),
  'result.old': ResultSuccess,
  'txn.payin': PayinScreen,
  'txn.recharge': accounts('RechargeScreen'),
  'txn.withdraw': accounts('WithdrawScreen'),
  'merchant.sub': accounts('SubMerchantsScreen'),
  'dev.simulation': screensIn(() => import('../screens/developer/Simulation.tsx'), 'developer')('Simulation'),
  'dev.callbacks': screensIn(() => import('../screens/developer/Callbacks.tsx'), 'developer')('Callbacks'),
  'dev.signature': screensIn(() => import('../screens/developer/Signature.tsx'), 'developer')('Signature'),
  'dev.doc': screensIn(() => import('../screens/developer/DocumentTab.tsx'))('DocumentTab'),
  'accountSub.detail': AccountDetailScreen,
  merchantListA: statements('AgentMerchantsScreen'),
  'txnSub.payin': PayinScreen,
  'txn.payout': PayoutScreen,
  'txnSub.payout': PayoutScreen,
  'txn.checkout': CheckoutScreen,
  'txnSub.checkout': CheckoutScreen,
  'usdt.payin': orders('UsdtPayinScreen'),
  'usdt.payout': orders('UsdtPayoutScreen'),
  payinA: orders('AgentPayinScreen'),
  payoutA: orders('AgentPayoutScreen'),
  'merchant.info': InfoScreen,
  'merchant.secret': SecretScreen,
  'merchant.iplist': WhitelistScreen,
  'merchantUsdt.info': InfoScreen,
  'merchantUsdt.secret': SecretScreen,
  'merchantUsdt.iplist': WhitelistScreen,
  'merchant.subCreate': settings('NewSubMerchant'),
  'settings.password': settings('SignInPassword'),
  'settings.txnPassword': settings('TransactionPassword'),
  'txn.lines': screensIn(() => import('../screens/lines/Lines.tsx'), 'lines')('Lines'),
  'settings.history': screensIn(() => import('../screens/settings/history/History.tsx'), 'history')('History'),
  'plat.otp': settings('PlatformAccounts'),
  'settings.preferences': screensIn(() => import('../screens/preferences/Preferences.tsx'), 'preferences')('Preferences'),
  'exception.trigger': screensIn(() => import('../screens/ExceptionTrigger.tsx'))('ExceptionTrigger'),
  'exception.403': exception(403),
  'exception.404': exception(404),
  'exception.500': exception(500),
}
