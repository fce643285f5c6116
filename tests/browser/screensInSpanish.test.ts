import { testScreensIn } from './testScreens.ts'

testScreensIn('es')
