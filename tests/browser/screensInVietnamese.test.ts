import { testScreensIn } from './testScreens.ts'

testScreensIn('vi')
