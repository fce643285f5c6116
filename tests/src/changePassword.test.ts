import { expect, test } from 'vitest'
import type { Api } from '../../src/api/client.ts'
import { ApiError } from '../../src/api/errors.ts'
import { changePassword } from '../../src/screens/settings/passwords/changePassword.ts'

const typed = { oldPwd: 'Passw0rd', newPassword: 'Passw0rd1', confirmPwd: 'Passw0rd1' }

/** A gateway that answers in this way, and what reached it. */
function answering(answer: () => unknown) {
  const asked: object[] = []
  const call = async (_: unknown, input: object) => {
    asked.push(input)
    return answer()
  }
  return { api: { call } as unknown as Pick<Api, 'call'>, asked }
}

test('a password that was changed is told of once, with no error, and nothing typed has left', async () => {
  const { api, asked } = answering(() => ({ changed: true }))
  const told: unknown[][] = []
  await changePassword(api, 'password', typed, (...said) => told.push(said))
  expect(told).toEqual([[]])
  expect(asked).toEqual([
    {
      pwd: expect.stringMatching(/^[0-9a-f]{64}$/),
      pwd2: expect.stringMatching(/^[0-9a-f]{64}$/),
      oldPwd: 'ab38eadaeb746599f2c1ee90f8267f31f467347462764a24d71ac1843ee77fe3',
    },
  ])
})

test('one that was not is told of once, with the error', async () => {
  const error = new ApiError('Wrong password', { status: 422, code: 'errorPwd' })
  const { api } = answering(() => {
    throw error
  })
  const told: unknown[][] = []
  await changePassword(api, 'txnPassword', typed, (...said) => told.push(said))
  expect(told).toEqual([[error]])
})
