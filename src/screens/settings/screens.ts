/** The screens of one script: who comes to one of them is soon at another. */
export { MerchantInfo } from './MerchantInfo.tsx'
export { NewSubMerchant } from './NewSubMerchant.tsx'
export { SignInPassword, TransactionPassword } from './PasswordForm.tsx'
export { PlatformAccounts } from './PlatformAccounts.tsx'
export { Secrets } from './Secrets.tsx'
export { Whitelists } from './Whitelists.tsx'
