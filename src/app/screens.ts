import { type ComponentType, createElement } from 'react'
import type { RouteId } from '#commands/navigation/routes.ts'
import { type WithTexts, withTexts } from '../loading/withTexts.tsx'
import { Exception, type ExceptionCode } from '../screens/Exception.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'

const exception = (code: ExceptionCode) => () => createElement(Exception, { code })

const PayinScreen = lazyComponent(async () => (await import('../lists/screens/PayinScreen.tsx')).PayinScreen)
const orderScreens = () => import('../lists/screens/orderScreens.tsx')
const PayoutScreen = lazyComponent(async () => (await orderScreens()).PayoutScreen)
const CheckoutScreen = lazyComponent(async () => (await orderScreens()).CheckoutScreen)

const settingsScreens = () => import('../screens/settings/screens.ts')
const InfoScreen = withTexts('settings', async () => (await settingsScreens()).MerchantInfo)
const SecretScreen = withTexts('settings', async () => (await settingsScreens()).Secrets)
const WhitelistScreen = withTexts('settings', async () => (await settingsScreens()).Whitelists)
const accountScreens = () => import('../lists/screens/accountScreens.tsx')
const ResultSuccess = withTexts('money', async () => (await import('../screens/money/result/Result.tsx')).ResultSuccess)

const DashboardScreen = withTexts('dashboard', async () => (await import('../screens/dashboard/Dashboard.tsx')).Dashboard)
const AccountDetailScreen = withTexts('statements', async () => (await accountScreens()).AccountDetailScreen)

/** The component of each route. A route without a screen does not compile. */
export const screens: Record<RouteId, ComponentType & Partial<WithTexts<object>>> = {
  login: lazyComponent(async () => (await import('../screens/login/Login.tsx')).Login),
  dashboard: DashboardScreen,
  dashboardSub: DashboardScreen,
  dashboardUsdt: DashboardScreen,
  dashboardA: lazyComponent(async () => (await accountScreens()).AgentDaysScreen),
  'account.daily': lazyComponent(async () => (await accountScreens()).AccountDailyScreen),
  'account.detail': AccountDetailScreen,
  'account.withdraw': withTexts('money', async () => (await import('../screens/money/Withdraw.tsx')).Withdraw),
  'account.transfer': withTexts('money', async () => (await import('../screens/money/Transfer.tsx')).Transfer),
  'account.info': withTexts('money', async () => (await import('../screens/money/AccountInfo.tsx')).AccountInfo),
  'account.recharge': withTexts('money', async () => (await import('../screens/money/recharge/Recharge.tsx')).Recharge),
  'result.success': ResultSuccess,
  'result.fail': withTexts('money', async () => (await import('../screens/money/result/Result.tsx')).ResultFail),
  'result.old': ResultSuccess,
  'txn.payin': PayinScreen,
  'txn.recharge': lazyComponent(async () => (await accountScreens()).RechargeScreen),
  'txn.withdraw': lazyComponent(async () => (await accountScreens()).WithdrawScreen),
  'merchant.sub': lazyComponent(async () => (await accountScreens()).SubMerchantsScreen),
  'dev.simulation': withTexts('developer', async () => (await import('../screens/developer/Simulation.tsx')).Simulation),
  'dev.callbacks': withTexts('developer', async () => (await import('../screens/developer/Callbacks.tsx')).Callbacks),
  'dev.signature': withTexts('developer', async () => (await import('../screens/developer/Signature.tsx')).Signature),
  'dev.doc': lazyComponent(async () => (await import('../screens/developer/DocumentTab.tsx')).DocumentTab),
  'accountSub.detail': AccountDetailScreen,
  merchantListA: withTexts('statements', async () => (await accountScreens()).AgentMerchantsScreen),
  'txnSub.payin': PayinScreen,
  'txn.payout': PayoutScreen,
  'txnSub.payout': PayoutScreen,
  'txn.checkout': CheckoutScreen,
  'txnSub.checkout': CheckoutScreen,
  'usdt.payin': lazyComponent(async () => (await orderScreens()).UsdtPayinScreen),
  'usdt.payout': lazyComponent(async () => (await orderScreens()).UsdtPayoutScreen),
  payinA: lazyComponent(async () => (await orderScreens()).AgentPayinScreen),
  payoutA: lazyComponent(async () => (await orderScreens()).AgentPayoutScreen),
  'merchant.info': InfoScreen,
  'merchant.secret': SecretScreen,
  'merchant.iplist': WhitelistScreen,
  'merchantUsdt.info': InfoScreen,
  'merchantUsdt.secret': SecretScreen,
  'merchantUsdt.iplist': WhitelistScreen,
  'merchant.subCreate': withTexts('settings', async () => (await settingsScreens()).NewSubMerchant),
  'settings.password': withTexts('settings', async () => (await settingsScreens()).SignInPassword),
  'settings.txnPassword': withTexts('settings', async () => (await settingsScreens()).TransactionPassword),
  'txn.lines': withTexts('lines', async () => (await import('../screens/lines/Lines.tsx')).Lines),
  'settings.history': withTexts('history', async () => (await import('../screens/settings/history/History.tsx')).History),
  'plat.otp': withTexts('settings', async () => (await settingsScreens()).PlatformAccounts),
  'settings.preferences': withTexts(
    'preferences',
    async () => (await import('../screens/preferences/Preferences.tsx')).Preferences,
  ),
  'exception.trigger': lazyComponent(async () => (await import('../screens/ExceptionTrigger.tsx')).ExceptionTrigger),
  'exception.403': exception(403),
  'exception.404': exception(404),
  'exception.500': exception(500),
}
