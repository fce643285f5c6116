import type { AccountKind } from '../authority.ts'

/** Settings of this gateway, read once per console. */
export interface SystemConfig {
  systemConfig: {
    mapsKey: string | null
    mapsHosts: string[]
    contactHighlight: Record<string, string>
    smsHighlight: Record<string, string>
    openConfig: OpenConfig
    /** Whether this is a demo, shown as a badge; null where a gateway does not say. */
    sandbox: boolean | null
    softphone: SoftphoneConfig | null
  }
  openConfig: OpenConfig
  companySystemInfo: { name: string; logo: string | null } | null
  companyInfoList: { name: string; merchantNo: string }[]
}

/** Registration of the softphone: SIP over WebSocket (RFC 7118). */
export interface SoftphoneConfig {
  /** `wss://…` */
  server: string
  realm: string
  identity: string
  password: string
}

export interface OpenConfig {
  hiddenMenus: string[]
  docUrl: string | null
}

/** A demo account, offered on the sign-in page. */
export interface DemoAccount {
  username: string
  password: string
  kind: AccountKind
  /** Base32; set when the account requires a passcode. */
  otpSecret: string | null
}

export interface Health {
  status: 'ok'
  version: string
  build: string
  /** Of a server in front of another gateway: whether that gateway answers. */
  gateway?: 'ok' | 'away'
}
