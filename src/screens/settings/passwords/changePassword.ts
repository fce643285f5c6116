import { calls } from '#contract/calls.ts'
import type { Api } from '../../../api/client.ts'
import { hashPassword } from '../form/hashPassword.ts'

export type WhichPassword = 'password' | 'txnPassword'

export interface PasswordValues {
  oldPwd: string
  newPassword: string
  confirmPwd: string
}

const changes = { password: calls.resetPassword, txnPassword: calls.resetTxnPassword }

/** Changes a password. Calls `done` exactly once: without an argument on success, with the error otherwise. */
export async function changePassword(
  api: Pick<Api, 'call'>,
  which: WhichPassword,
  { oldPwd, newPassword, confirmPwd }: PasswordValues,
  done: (error?: unknown) => void,
): Promise<void> {
  try {
    const input = {
      pwd: await hashPassword(newPassword),
      pwd2: await hashPassword(confirmPwd),
      oldPwd: await hashPassword(oldPwd),
    }
    await api.call(changes[which], input, { quiet: true })
  } catch (error) {
    return done(error)
  }
  done()
}
