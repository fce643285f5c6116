import type { Choice, Command } from '#commands/command.ts'
import type { Message } from '#commands/message.ts'
import { routes } from '#commands/navigation/routes.ts'
import { routeFor } from '#commands/rows/kinds.ts'
import type { RowKind } from '#commands/rows/rowRef.ts'
import type { Permissions } from '#contract/authority.ts'
import type { Translate } from './i18n.ts'

/** The title of a command, including its target page where it has one. */
export const titleOf = ({ title, titleTarget: of }: Pick<Command, 'title' | 'titleTarget'>, t: Translate): string =>
  of === undefined ? t(title) : t(title, { of: t(of) })

/** The text of the button of a command. */
export const labelOf = ({ label, ...command }: Pick<Command, 'title' | 'titleTarget' | 'label'>, t: Translate): string =>
  label === undefined ? titleOf(command, t) : t(label)

export const formatMessage = ([key, params]: Message, t: Translate): string => t(key, params)

export const choiceText = ({ title }: Choice, t: Translate): string =>
  'message' in title ? formatMessage(title.message, t) : title.text

/** Title of the list that shows rows of this kind to the user. */
export const kindTitle = (kind: RowKind, permissions: Permissions, t: Translate): string => {
  const route = routeFor(kind, permissions)
  return route === null ? '' : t(routes[route].title)
}
