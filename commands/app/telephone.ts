import { normalizeMobile } from '#contract/rules.ts'
import type { CommonKey } from '#locales/messages.ts'
import { type Command, command } from '../command.ts'
import type { Condition } from '../conditions.ts'

const phoneCommand = <const Id extends string>(
  id: Id,
  title: CommonKey,
  rest: Pick<Command, 'run' | 'arguments'> & { condition?: Condition },
) => {
  const { condition, ...others } = rest
  return command({
    ...others,
    id,
    title,
    keywords: 'command.softphone.call.words',
    section: 'app',
    permission: 'softphone_call',
    conditions: condition === undefined ? ['signedIn'] : ['signedIn', condition],
    risk: 'none',
  })
}

/** Commands for outgoing and incoming calls. */
export const telephoneCommands = [
  phoneCommand('softphone.call', 'command.softphone.call', {
    arguments: [
      {
        name: 'number',
        prompt: 'argument.phone',
        ask: { text: /^\+?\d(?:[\s-]*\d){2,19}$/, error: 'argument.phone.error' },
      },
    ],
    run: ({ app }, { number = '' }) => app.openSoftphone(normalizeMobile(number)),
  }),
  phoneCommand('softphone.on', 'command.softphone.on', {
    condition: 'phone.off',
    async run({ app }) {
      await app.switchTelephone(true)
      return ['command.softphone.on.done', {}, 'done']
    },
  }),
  phoneCommand('softphone.off', 'command.softphone.off', {
    condition: 'phone.on',
    async run({ app }) {
      await app.switchTelephone(false)
      return ['command.softphone.off.done', {}, 'done']
    },
  }),
  phoneCommand('softphone.answer', 'command.softphone.answer', {
    condition: 'phone.ringing',
    run: ({ app }) => app.controlTelephone('answer'),
  }),
  phoneCommand('softphone.decline', 'command.softphone.decline', {
    condition: 'phone.ringing',
    run: ({ app }) => app.controlTelephone('hangUp'),
  }),
  phoneCommand('softphone.hangUp', 'command.softphone.hangUp', {
    condition: 'phone.inCall',
    run: ({ app }) => app.controlTelephone('hangUp'),
  }),
  phoneCommand('softphone.mute', 'command.softphone.mute', {
    condition: 'phone.talking',
    run: ({ app }) => app.controlTelephone('mute'),
  }),
] as const
