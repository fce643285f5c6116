import type { texts as commands } from './commands/zh.ts'
import type { texts as dashboard } from './dashboard/zh.ts'
import type { texts as desk } from './desk/zh.ts'
import type { texts as developer } from './developer/zh.ts'
import type { texts as guest } from './guest/zh.ts'
import type { texts as history } from './history/zh.ts'
import type { texts as lines } from './lines/zh.ts'
import type { texts as money } from './money/zh.ts'
import type { texts as preferences } from './preferences/zh.ts'
import type { texts as settings } from './settings/zh.ts'
import type { texts as softphone } from './softphone/zh.ts'
import type { texts as statements } from './statements/zh.ts'

/** All texts, by when they come: `guest` is always here, `desk` with whoever is signed in, `commands` when keys do something, the others with their screens. */
interface Namespaces {
  guest: typeof guest
  desk: typeof desk
  commands: typeof commands
  history: typeof history
  developer: typeof developer
  dashboard: typeof dashboard
  lines: typeof lines
  money: typeof money
  preferences: typeof preferences
  settings: typeof settings
  statements: typeof statements
  softphone: typeof softphone
}

export type Namespace = keyof Namespaces

/** Every text of the console has a key of the Chinese tables; a table of another language that lacks one does not compile. */
export type MessageKey = { [V in Namespace]: keyof Namespaces[V] }[Namespace]
/** All that is here before somebody is signed in. */
export type GuestKey = keyof Namespaces['guest']
/** What is here wherever somebody is signed in: titles of commands and places among it. */
export type CommonKey = GuestKey | keyof Namespaces['desk'] | keyof Namespaces['commands']
export type TextsOf<V extends Namespace> = Record<keyof Namespaces[V], string>

/** The languages with a table. `es` is offered nowhere and serves only who has it stored. */
export type Locale = 'zh' | 'en' | 'id' | 'vi' | 'es'
