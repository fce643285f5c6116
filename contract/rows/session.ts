export interface Login {
  token: string
  /** JSON text, see `MenuList`; empty while the passcode is missing. */
  menuList: string
  needOtp: boolean
  /** Given until the first passcode was accepted, for the authenticator. */
  otpAuthUrl: string
}
