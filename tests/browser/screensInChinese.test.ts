import { testScreensIn } from './everyScreen.ts'

testScreensIn('zh')
