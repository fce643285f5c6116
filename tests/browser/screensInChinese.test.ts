import { testScreensIn } from './testScreens.ts'

testScreensIn('zh')
