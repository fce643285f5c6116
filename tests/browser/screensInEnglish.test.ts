import { testScreensIn } from './testScreens.ts'

testScreensIn('en')
