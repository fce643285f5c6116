import { calls } from '#contract/calls.ts'
import type { Api } from '../../../api/client.ts'
import { hashPassword } from '../form/hashPassword.ts'

const changes = { password: calls.resetPassword, txnPassword: calls.resetTxnPassword }

export type WhichPassword = keyof typeof changes

export interface PasswordValues {
  oldPwd: string
  newPassword: string
  confirmPwd: string
}

/** Changes a password. Sends only hashes. */
export async function changePassword(
  api: Pick<Api, 'call'>,
  which: WhichPassword,
  { oldPwd, newPassword, confirmPwd }: PasswordValues,
): Promise<void> {
  const input = {
    pwd: await hashPassword(newPassword),
    pwd2: await hashPassword(confirmPwd),
    oldPwd: await hashPassword(oldPwd),
  }
  await api.call(changes[which], input, { quiet: true })
}
