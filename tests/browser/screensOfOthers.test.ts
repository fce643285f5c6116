import { testScreensOf } from './testScreens.ts'

testScreensOf(['submerchant', 'usdt', 'agent', 'staff'])
