export interface Login {
  token: string
  /** JSON text, see `MenuList`; empty until the passcode is accepted. */
  menuList: string
  needOtp: boolean
  /** Set-up URL for the authenticator, until the first passcode is accepted. */
  otpAuthUrl: string
}
