import type { Said } from '#commands/appScope.ts'
import type { Choice, Command } from '#commands/command.ts'
import type { Translate } from './i18n.ts'

/** What a command is called, with the place it goes to where it goes somewhere. */
export const titleOf = ({ title, of }: Pick<Command, 'title' | 'of'>, t: Translate): string =>
  of === undefined ? t(title) : t(title, { of: t(of) })

export const saidText = ([key, params]: Said, t: Translate): string => t(key, params)

export const choiceText = ({ title }: Choice, t: Translate): string => ('said' in title ? saidText(title.said, t) : title.text)
