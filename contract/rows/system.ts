import type { AccountKind } from '../authority.ts'

/** How this gateway is set, as the console asks for it once. */
export interface SystemConfig {
  systemConfig: {
    mapsKey: string
    mapsHosts: string[]
    contactHighlight: Record<string, string>
    smsHighlight: Record<string, string>
    openConfig: OpenConfig
    /** Whether this is a demo: shown as a quiet badge. */
    sandbox?: boolean
    softphone?: SoftphoneConfig
  }
  openConfig: OpenConfig
  companySystemInfo: { name: string; logo: string | null } | null
  companyInfoList: { name: string; merchantNo: string }[]
}

/** A telephone that is known to an exchange: SIP over a WebSocket. */
export interface SoftphoneConfig {
  /** `wss://…` */
  server: string
  realm: string
  identity: string
  password: string
}

export interface OpenConfig {
  hiddenMenus: string[]
  docUrl?: string
}

/** A sample account of a demo, as its sign-in page offers it. */
export interface DemoAccount {
  username: string
  password: string
  kind: AccountKind
  /** Base32, where the account wants a passcode. */
  otpSecret: string | null
}

export interface Health {
  status: 'ok'
  version: string
  build: string
}
