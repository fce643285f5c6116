export type { DemoAccount, Health, OpenConfig, SoftphoneConfig, SystemConfig } from './rows/system.ts'
