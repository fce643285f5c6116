import { calls } from '#contract/calls.ts'
import type { Api } from '../../api/client.ts'
import { hashed } from './hashing.ts'

export type WhichPassword = 'password' | 'txnPassword'

export interface TypedPasswords {
  oldPwd: string
  newPassword: string
  confirmPwd: string
}

const changes = { password: calls.resetPassword, txnPassword: calls.resetTxnPassword }

/** Changes a password; `done` is called once, with nothing when it was changed and with the error when it was not. */
export async function changePassword(
  api: Pick<Api, 'call'>,
  which: WhichPassword,
  { oldPwd, newPassword, confirmPwd }: TypedPasswords,
  done: (error?: unknown) => void,
): Promise<void> {
  try {
    const input = { pwd: await hashed(newPassword), pwd2: await hashed(confirmPwd), oldPwd: await hashed(oldPwd) }
    await api.call(changes[which], input, { quiet: true })
  } catch (error) {
    return done(error)
  }
  done()
}
