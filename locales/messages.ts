import type { texts as commands } from './commands/zh.ts'
import type { texts as dashboard } from './dashboard/zh.ts'
import type { texts as desk } from './desk/zh.ts'
import type { texts as developer } from './developer/zh.ts'
import type { texts as filters } from './filters/zh.ts'
import type { texts as guest } from './guest/zh.ts'
import type { texts as history } from './history/zh.ts'
import type { texts as money } from './money/zh.ts'
import type { texts as preferences } from './preferences/zh.ts'
import type { texts as reconcile } from './reconcile/zh.ts'
import type { texts as runs } from './runs/zh.ts'
import type { texts as settings } from './settings/zh.ts'
import type { texts as softphone } from './softphone/zh.ts'
import type { texts as statements } from './statements/zh.ts'
import type { texts as words } from './words/zh.ts'

/**
 * All texts by namespace. `guest` is always loaded, `desk` after sign-in, `commands` with the key handling, the others with
 * their screens.
 * `words` is loaded with the palette, in every language: names of commands, not messages.
 */
interface Namespaces {
  guest: typeof guest
  desk: typeof desk
  commands: typeof commands
  history: typeof history
  developer: typeof developer
  dashboard: typeof dashboard
  filters: typeof filters
  money: typeof money
  preferences: typeof preferences
  reconcile: typeof reconcile
  runs: typeof runs
  settings: typeof settings
  statements: typeof statements
  softphone: typeof softphone
  words: typeof words
}

export type Namespace = keyof Namespaces

/** The keys of all texts, taken from the Chinese tables. A table of another language that lacks a key does not compile. */
export type MessageKey = { [V in Exclude<Namespace, 'words'>]: keyof Namespaces[V] }[Exclude<Namespace, 'words'>]
/** Keys that are available before sign-in. */
export type GuestKey = keyof Namespaces['guest']
/** Keys that are available on every screen after sign-in, including the titles of commands and routes. */
export type CommonKey = GuestKey | keyof Namespaces['desk'] | keyof Namespaces['commands']
export type TextsOf<V extends Namespace> = Record<keyof Namespaces[V], string>

/** Languages with a table. All of them are offered. */
export type Locale = 'zh' | 'en' | 'id' | 'vi' | 'es'
