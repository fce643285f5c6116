import type { Authority, Permission } from '#contract/authority.ts'
import type { Currency } from '#contract/money.ts'
import type { Amount } from '#contract/rows/scalars.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { Condition } from './conditions.ts'
import type { Message } from './message.ts'
import type { OrderRef, RowKind, SearchableKind } from './rows/rowRef.ts'
import type { Scope } from './scope.ts'

/** Sections of the palette and of the key sheet, in the order they are shown. */
export const SECTIONS = ['row', 'selection', 'order', 'list', 'go', 'account', 'app'] as const
export type Section = (typeof SECTIONS)[number]

/**
 * What can go wrong when it is run: nothing, something that can be undone, something the world outside notices,
 * or money that moves. Money commands never run from the palette; they open their form.
 */
export type Risk = 'none' | 'reversible' | 'outward' | 'money'

/** What a command asks for before it runs, one page of the palette each. */
export interface Argument {
  name: string
  prompt: CommonKey
  ask: ArgumentInput
  /** Taken without asking, where the scope already says it: the row under the cursor. Tab asks all the same. */
  defaultValue?(scope: Scope): string | null
}

/** Typed text and what it must look like, an amount with so many decimals, an order found by a number of it, or one of these. */
export type ArgumentInput =
  | { text: RegExp; error: CommonKey }
  | { amount(scope: Scope, given: Arguments): number; error: CommonKey }
  | { order: readonly SearchableKind[]; by: 'number' | 'account'; fits(ref: OrderRef): boolean }
  | { choices(scope: Scope): readonly Choice[] }

/** One of an argument's choices, with its text as it is shown: one of the console's, or text the gateway gave. */
export interface Choice {
  value: string
  title: { message: Message } | { text: string }
  /** What kind of thing it is, where that is not what is asked for. */
  subtitle?: Message
  /** Where it leads, for one that leads somewhere. */
  address?: string
}

/** Argument name -> what was typed or picked. */
export type Arguments = Readonly<Record<string, string>>

/** A command is a value: all it may know or touch is the scope it is given. */
export interface Command {
  id: string
  title: CommonKey
  /** The text that stands in the title's `{{of}}`: the place of a "go to". */
  titleTarget?: CommonKey
  /** Further words it is looked for by. */
  keywords?: CommonKey
  section: Section
  /** Any one of these, when given; and any one of the keys, when given. */
  authority?: readonly Authority[]
  permission?: Permission | readonly Permission[]
  /** The menu entry it belongs to, and its group: a gateway's setting that hides either hides the command. */
  menuPermissions?: readonly Permission[]
  /** What must hold here and now, by name, so that a user can be told what is missing. */
  conditions?: readonly Condition[]
  arguments?: readonly Argument[]
  /** The rows, other than orders, that it is done to: it stands in their menu. */
  rowKinds?: readonly RowKind[]
  risk: Risk
  /** What is asked before it runs, the focus on Cancel; null where there is nothing to ask after all. */
  confirm?(scope: Scope, given: Arguments): Message | null
  /** Left out of the palette's listing and found by its name, or only ever run by its key. */
  listing?: 'typed' | 'key'
  /** A movement: takes a count, and goes on while its key is held down. */
  repeatable?: true
  /** Done to a row, and can be done to the next one just so. */
  dotRepeat?: true
  /** What it would do here and now, beside its title. */
  subtitle?(scope: Scope): Message | null
  /** What it finds out is read in the palette, which stays open for it. */
  showsResult?: true
  /** Runs; what it returns is shown and said. Throws what the gateway refused. */
  run(scope: Scope, given: Arguments): CommandOutput | Promise<CommandOutput>
}

/** Figures to look at, and to copy one by one. */
export interface CommandResult {
  figures: readonly Figure[]
}

export interface Figure {
  label: CommonKey
  amount: Amount
  currency: Currency
}

// biome-ignore lint/suspicious/noConfusingVoidType: a command that has nothing to say returns nothing
export type CommandOutput = Message | CommandResult | void

/** Keeps the id as a literal type, so that keymap and titles are checked against it. */
export const command = <const Id extends string>(value: Command & { id: Id }): Command & { id: Id } => value
