/** The screens that share one chunk: a form leads to its result, and the account to the forms. */
export { AccountInfo } from './AccountInfo.tsx'
export { Recharge } from './recharge/Recharge.tsx'
export { ResultFail, ResultSuccess } from './result/Result.tsx'
export { Transfer } from './Transfer.tsx'
export { Withdraw } from './Withdraw.tsx'
