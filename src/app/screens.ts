import { type ComponentType, createElement } from 'react'
import type { PlaceId } from '#commands/places.ts'
import { Exception, type ExceptionCode } from '../screens/Exception.tsx'
import { type Later, later } from '../ui/later.tsx'

const exception = (code: ExceptionCode) => () => createElement(Exception, { code })

const lists = () => import('../lists/listScreens.tsx')
const PayinScreen = later(async () => (await lists()).PayinScreen)

/** The component of every place: a place without a screen does not compile. */
export const screens: Record<PlaceId, ComponentType & Partial<Later<object>>> = {
  login: later(async () => (await import('../screens/login/Login.tsx')).Login),
  'txn.payin': PayinScreen,
  'txnSub.payin': PayinScreen,
  'usdt.payin': later(async () => (await lists()).UsdtPayinScreen),
  payinA: later(async () => (await lists()).AgentPayinScreen),
  'exception.trigger': later(async () => (await import('../screens/ExceptionTrigger.tsx')).ExceptionTrigger),
  'exception.403': exception(403),
  'exception.404': exception(404),
  'exception.500': exception(500),
}
