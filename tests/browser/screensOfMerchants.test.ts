import { testScreensOf } from './testScreens.ts'

testScreensOf(['guest', 'merchant', 'restricted'])
