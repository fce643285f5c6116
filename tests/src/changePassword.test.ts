import { expect, test } from 'vitest'
import type { Api } from '../../src/api/client.ts'
import { ApiError } from '../../src/api/errors.ts'
import { changePassword } from '../../src/screens/settings/passwords/changePassword.ts'

const typed = { oldPwd: 'Passw0rd', newPassword: 'Passw0rd1', confirmPwd: 'Passw0rd1' }

/** A gateway with this response, and the inputs that reached it. */
function gatewayWith(answer: () => unknown) {
  const inputs: object[] = []
  const call = async (_: unknown, input: object) => {
    inputs.push(input)
    return answer()
  }
  return { api: { call } as unknown as Pick<Api, 'call'>, inputs }
}

const report = (reports: unknown[][]) => (outcome: unknown) => {
  reports.push(outcome === undefined ? [] : [outcome])
}

test('a success is reported once without an error, and only hashes are sent', async () => {
  const { api, inputs } = gatewayWith(() => ({ changed: true }))
  const reports: unknown[][] = []
  await changePassword(api, 'password', typed).then(report(reports))
  expect(reports).toEqual([[]])
  expect(inputs).toEqual([
    {
      pwd: expect.stringMatching(/^[0-9a-f]{64}$/),
      pwd2: expect.stringMatching(/^[0-9a-f]{64}$/),
      oldPwd: 'ab38eadaeb746599f2c1ee90f8267f31f467347462764a24d71ac1843ee77fe3',
    },
  ])
})

test('a failure is reported once with its error', async () => {
  const error = new ApiError('Wrong password', { status: 422, code: 'errorPwd' })
  const { api } = gatewayWith(() => {
    throw error
  })
  const reports: unknown[][] = []
  await changePassword(api, 'txnPassword', typed).catch(report(reports))
  expect(reports).toEqual([[error]])
})
