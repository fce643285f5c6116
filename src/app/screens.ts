import { type ComponentType, createElement } from 'react'
import type { PlaceId } from '#commands/places.ts'
import { Exception, type ExceptionCode } from '../screens/Exception.tsx'
import { type Later, later } from '../ui/later.tsx'

const exception = (code: ExceptionCode) => () => createElement(Exception, { code })

const PayinScreen = later(async () => (await import('../lists/listScreens.tsx')).PayinScreen)
const others = () => import('../lists/otherScreens.tsx')
const PayoutScreen = later(async () => (await others()).PayoutScreen)
const CheckoutScreen = later(async () => (await others()).CheckoutScreen)

/** The component of every place: a place without a screen does not compile. */
export const screens: Record<PlaceId, ComponentType & Partial<Later<object>>> = {
  login: later(async () => (await import('../screens/login/Login.tsx')).Login),
  'txn.payin': PayinScreen,
  'txnSub.payin': PayinScreen,
  'txn.payout': PayoutScreen,
  'txnSub.payout': PayoutScreen,
  'txn.checkout': CheckoutScreen,
  'txnSub.checkout': CheckoutScreen,
  'usdt.payin': later(async () => (await others()).UsdtPayinScreen),
  'usdt.payout': later(async () => (await others()).UsdtPayoutScreen),
  payinA: later(async () => (await others()).AgentPayinScreen),
  payoutA: later(async () => (await others()).AgentPayoutScreen),
  'exception.trigger': later(async () => (await import('../screens/ExceptionTrigger.tsx')).ExceptionTrigger),
  'exception.403': exception(403),
  'exception.404': exception(404),
  'exception.500': exception(500),
}
