/** The screens that share one chunk, because they are usually visited together. */
export { MerchantInfo } from './accounts/MerchantInfo.tsx'
export { PlatformAccounts } from './accounts/PlatformAccounts.tsx'
export { Keys as Secrets } from './keys/Keys.tsx'
export { SignInPassword, TransactionPassword } from './passwords/PasswordForm.tsx'
export { NewSubMerchant } from './subMerchants/NewSubMerchant.tsx'
export { Whitelists } from './whitelists/Whitelists.tsx'
