import { testScreensIn } from './everyScreen.ts'

testScreensIn('id')
