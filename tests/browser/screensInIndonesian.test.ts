import { testScreensIn } from './testScreens.ts'

testScreensIn('id')
