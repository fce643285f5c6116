import { numberToDial } from '#contract/numberToDial.ts'
import { textArgument } from '../arguments.ts'
import { type CommandOptions, commandsFor } from '../command.ts'

const onPhone = commandsFor('app', {
  section: 'app',
  keywords: 'command.softphone.call.words',
  permission: 'softphone_call',
  conditions: ['signedIn'],
})

const switchTo = <const State extends 'on' | 'off'>(state: State, rest: CommandOptions) =>
  onPhone(
    `softphone.${state}`,
    async (app) => {
      await app.switchTelephone(state === 'on')
      return [`command.softphone.${state}.done`, {}, 'done']
    },
    rest,
  )

export const telephoneCommands = [
  onPhone('softphone.call', (app, _, { number = '' }) => app.openSoftphone(numberToDial(number) ?? ''), {
    arguments: [textArgument('number', 'argument.phone', { test: (typed) => numberToDial(typed) !== null })],
  }),
  switchTo('on', { conditions: ['phone.off'] }),
  switchTo('off', { conditions: ['phone.on'] }),
  onPhone('softphone.answer', (app) => app.controlTelephone('answer'), { conditions: ['phone.ringing'] }),
  onPhone('softphone.decline', (app) => app.controlTelephone('hangUp'), { conditions: ['phone.ringing'] }),
  onPhone('softphone.hangUp', (app) => app.controlTelephone('hangUp'), { conditions: ['phone.inCall'] }),
  onPhone('softphone.mute', (app) => app.controlTelephone('mute'), { conditions: ['phone.talking'] }),
] as const
