import { testScreensIn } from './everyScreen.ts'

testScreensIn('vi')
