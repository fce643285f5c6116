import { testScreensIn } from './everyScreen.ts'

testScreensIn('en')
