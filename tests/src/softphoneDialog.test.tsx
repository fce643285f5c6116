import { act, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { createActor, fromCallback, SimulatedClock } from 'xstate'
import { telephoneCommands } from '#commands/app/telephone.ts'
import { CALL_TEXT_MS, type PhoneCommand, REGISTER_POLL_MS, softphoneMachine } from '#machines/softphone/softphoneMachine.ts'
import { SoftphoneDialog } from '../../src/softphone/SoftphoneDialog.tsx'
import type { RunningPhone } from '../../src/softphone/startPhone.ts'
import { softphoneAtom } from '../../src/state/requestAtoms.ts'
import { createGuestValue } from '../../src/state/value.ts'
import { ConsoleProvider } from '../../src/useConsole.tsx'
import { createTestConsole } from '../palette/testConsole.ts'

afterEach(() => void vi.unstubAllGlobals())

type Start = (console: Awaited<ReturnType<typeof createTestConsole>>['console']) => Promise<RunningPhone>

/** The dialog over a telephone, for this number. */
async function openDialog(start: Start, asked: string) {
  const { console, did } = await createTestConsole({ as: 'staff' })
  await console.i18n.open('softphone')
  const running = createGuestValue<RunningPhone | null>(await start(console))
  console.atoms.set(softphoneAtom, asked)
  render(
    <Provider store={console.atoms}>
      <ConsoleProvider console={{ ...console, telephone: { ...console.telephone, running } }}>
        <SoftphoneDialog open onClose={() => {}} />
      </ConsoleProvider>
    </Provider>,
  )
  return { did }
}

/** A telephone whose exchange registers it or not. */
function telephone(isRegistered: boolean) {
  const clock = new SimulatedClock()
  const orders: PhoneCommand[] = []
  const machine = softphoneMachine.provide({
    actors: { phone: fromCallback<PhoneCommand>(({ receive }) => receive((order) => void orders.push(order))) },
    guards: { isRegistered: () => isRegistered },
  })
  const actor = createActor(machine, { clock, input: { number: '', isConfigured: true } }).start()
  const start: Start = async () => ({ actor }) as RunningPhone
  return { start, orders, pass: (ms: number) => act(() => clock.increment(ms)) }
}

const status = () => screen.getByRole('status').textContent
const drawn = () => screen.getByRole('status').previousSibling?.textContent
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone number' })

test('without an exchange the dialog says so, copies the number, and asks no server', async () => {
  const asked: string[] = []
  vi.stubGlobal(
    'WebSocket',
    class {
      constructor(address: string) {
        asked.push(address)
      }
    },
  )
  const { did } = await openDialog((console) => console.telephone.switchOn(), '08123456789')
  expect(status()).toBe('No telephone is set up. Copy the number and call from another one.')
  fireEvent.click(screen.getByRole('button', { name: 'Copy the number' }))
  expect(did).toContain('copy 08123456789')
  expect(screen.queryByRole('button', { name: 'Call' })).toBeNull()
  expect(asked).toEqual([])
})

test('an exchange that never registers the telephone is named, and can be tried again', async () => {
  const { start, pass } = telephone(false)
  await openDialog(start, '08123456789')
  expect(status()).toBe('Connecting the telephone')
  await pass(30_000)
  expect(status()).toBe('Couldn’t connect the telephone.')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(status()).toBe('Connecting the telephone')
})

test('a number of another country is refused at the field, and one of Indonesia is called in national form', async () => {
  const { start, orders, pass } = telephone(true)
  await openDialog(start, '')
  await pass(REGISTER_POLL_MS)
  const call = (number: string) => {
    fireEvent.change(field(), { target: { value: number } })
    fireEvent.submit(field())
  }
  for (const foreign of ['+65 9123 4567', '0065 9123 4567']) {
    call(foreign)
    expect(screen.getByText('Enter an Indonesian phone number, for example 0812 3456 789')).toBeDefined()
    expect([field().value, orders, document.activeElement]).toEqual([foreign, [], field()])
  }
  call('0062 812 3456 789')
  expect(orders).toEqual([{ type: 'dial', number: '08123456789' }])
})

test.each([
  ['+62 812 3456 789', true],
  ['+65 9123 4567', false],
])('the palette takes %j as the number to call: %s', (typed, isTaken) => {
  const ask = telephoneCommands.find(({ id }) => id === 'softphone.call')?.arguments?.[0]?.ask
  expect(ask !== undefined && 'text' in ask && ask.text.test(typed)).toBe(isTaken)
})

test('while it calls, dots are drawn one by one, and a screen reader hears the text once', async () => {
  const { start, pass } = telephone(true)
  await openDialog(start, '08123456789')
  await pass(REGISTER_POLL_MS)
  fireEvent.submit(field())
  const texts = [drawn()]
  for (let n = 1; n <= 4; n++) {
    await pass(CALL_TEXT_MS)
    texts.push(drawn())
  }
  expect(texts).toEqual(['Calling', 'Calling.', 'Calling..', 'Calling...', 'Calling'])
  expect(status()).toBe('Calling')
})
