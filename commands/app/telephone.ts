import { normalizeMobile } from '#contract/rules.ts'
import { textArgument } from '../arguments.ts'
import { type Command, command } from '../command.ts'
import type { Condition } from '../conditions.ts'

const phoneCommand = <const Id extends string>(
  id: Id,
  rest: Pick<Command, 'run' | 'arguments'> & { condition?: Condition },
) => {
  const { condition, ...others } = rest
  return command({
    ...others,
    id,
    keywords: 'command.softphone.call.words',
    section: 'app',
    permission: 'softphone_call',
    conditions: condition === undefined ? ['signedIn'] : ['signedIn', condition],
    risk: 'none',
  })
}

/** Commands for outgoing and incoming calls. */
export const telephoneCommands = [
  phoneCommand('softphone.call', {
    arguments: [textArgument('number', 'argument.phone', /^\+?\d(?:[\s-]*\d){2,19}$/)],
    run: ({ app }, { number = '' }) => app.openSoftphone(normalizeMobile(number)),
  }),
  phoneCommand('softphone.on', {
    condition: 'phone.off',
    async run({ app }) {
      await app.switchTelephone(true)
      return ['command.softphone.on.done', {}, 'done']
    },
  }),
  phoneCommand('softphone.off', {
    condition: 'phone.on',
    async run({ app }) {
      await app.switchTelephone(false)
      return ['command.softphone.off.done', {}, 'done']
    },
  }),
  phoneCommand('softphone.answer', {
    condition: 'phone.ringing',
    run: ({ app }) => app.controlTelephone('answer'),
  }),
  phoneCommand('softphone.decline', {
    condition: 'phone.ringing',
    run: ({ app }) => app.controlTelephone('hangUp'),
  }),
  phoneCommand('softphone.hangUp', {
    condition: 'phone.inCall',
    run: ({ app }) => app.controlTelephone('hangUp'),
  }),
  phoneCommand('softphone.mute', {
    condition: 'phone.talking',
    run: ({ app }) => app.controlTelephone('mute'),
  }),
] as const
