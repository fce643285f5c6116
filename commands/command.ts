import type { Authority, Permission, Permissions } from '#contract/authority.ts'
import type { Feature } from '#contract/features.ts'
import type { Currency } from '#contract/money.ts'
import type { Amount } from '#contract/rows/scalars.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { Condition } from './conditions.ts'
import type { Message } from './message.ts'
import type { RouteId } from './navigation/routes.ts'
import type { OrderRef, RowKind, SearchableKind } from './rows/rowRef.ts'
import type { Scope } from './scope.ts'

/** Sections of the palette and of the key sheet, in display order. */
export const SECTIONS = ['row', 'selection', 'order', 'list', 'go', 'account', 'app'] as const
export type Section = (typeof SECTIONS)[number]

/** A value the command needs before it runs. The palette asks for each on a page of its own. */
export interface Argument {
  name: string
  prompt: CommonKey
  ask: ArgumentInput
  /** Neither asked nor passed where the gateway has not announced this feature. */
  feature?: Feature
  /**
   * The value taken from the scope without asking, such as the row under the cursor; null when it has to be asked. Tab asks
   * anyway.
   */
  defaultValue?(scope: Scope): string | null
}

/**
 * Text that passes a test, an amount with a number of fraction digits and maybe a sign, an order found by one of its numbers, or a choice.
 */
export type ArgumentInput =
  | { text: TextTest; error: CommonKey }
  | { amount(scope: Scope, args: Arguments): number; takesSign?: true; error: CommonKey }
  | { order: readonly SearchableKind[]; by: 'number' | 'account'; fits(ref: OrderRef, permissions: Permissions): boolean }
  | { choices(scope: Scope, args: Arguments): readonly Choice[] }

/** A pattern, or another test of a text. */
export type TextTest = Pick<RegExp, 'test'>

/** A choice of an argument. The title is a message of the console, or text from the gateway. */
export interface Choice {
  value: string
  title: { message: Message } | { text: string }
  /** The kind of the choice, shown next to it. */
  subtitle?: Message
  /** The address the choice leads to, if any. */
  address?: string
}

/** Argument name -> typed or picked value. */
export type Arguments = Readonly<Record<string, string>>

/** A command is a plain value: it reads and changes nothing but the scope it is given. */
export interface Command {
  id: string
  title: CommonKey
  /** Message for the `{{of}}` placeholder of the title: the title of the route that a "go to" command opens. */
  titleTarget?: CommonKey
  /** The text of its button, where shorter than the title. */
  label?: CommonKey
  /** Further words the search matches. */
  keywords?: CommonKey
  section: Section
  /** The user needs one of these authorities and one of these permissions, where given. */
  authority?: readonly Authority[]
  permission?: Permission | readonly Permission[]
  /** The pages it opens, one for each kind of account. The user must be able to enter one of them. */
  opens?: readonly RouteId[]
  /** Whether no authority and no permission is needed in this scope. */
  isFree?(scope: Scope): boolean
  /** Permissions of the menu entry and its group. The gateway hides the command together with the menu entry. */
  menuPermissions?: readonly Permission[]
  /** The gateway must have announced this feature. */
  feature?: Feature
  /** Conditions on the current scope, by name, so that the palette can explain why the command is disabled. */
  conditions?: readonly Condition[]
  arguments?: readonly Argument[]
  /** Row kinds other than orders: their row menu contains the command. */
  rowKinds?: readonly RowKind[]
  /** Others see its effect. Running it again with the same arguments within a minute has to be confirmed. */
  hasOutsideEffect?: true
  /** It moves money or stops a movement: the palette never offers it first for a query that may mean something harmless. */
  movesMoney?: true
  /** The question asked before the command runs, with the focus on Cancel; null when nothing has to be confirmed. */
  confirm?(scope: Scope, args: Arguments): Message | null
  /** `typed` is left out of the palette's listing but found by name; `key` runs only by its key. */
  listing?: 'typed' | 'key'
  /** Takes a count, and repeats while its key is held down. */
  repeatable?: true
  /** Can be repeated on another row with the "repeat" command. */
  dotRepeat?: true
  /** What the command would do in the current scope, shown next to its title. */
  subtitle?(scope: Scope): Message | null
  /** The palette stays open and shows the result. */
  showsResult?: true
  /** Runs the command. The returned message or result is shown. Throws when the gateway refuses. */
  run(scope: Scope, args: Arguments): CommandOutput | Promise<CommandOutput>
}

/** Figures shown in the palette. Each can be copied. */
export interface CommandResult {
  figures: readonly Figure[]
}

export interface Figure {
  label: CommonKey
  amount: Amount | null
  currency: Currency
}

// biome-ignore lint/suspicious/noConfusingVoidType: a command that has nothing to say returns nothing
export type CommandOutput = Message | CommandResult | void

/** What a definition may set besides the id and the run. */
export type CommandOptions = Partial<Omit<Command, 'id' | 'run'>>

/** Keeps the id a literal type, so that the keymap is checked against the commands. The title is `command.<id>` by default. */
export const command = <const Id extends string>(
  value: Omit<Command, 'title'> & { id: Id; title?: CommonKey },
): Command & { id: Id } => ({ title: `command.${value.id}` as CommonKey, ...value })

/**
 * The definition of commands for one part of the scope, such as the open list. They do nothing while there is none. `times` is
 * the count typed before the key, or 1.
 */
export const commandsFor =
  <Part extends 'app' | 'list' | 'detail' | 'form' | 'dashboard' | 'reconcile'>(
    part: Part,
    { conditions: always = [], ...shared }: CommandOptions & Pick<Command, 'section'>,
  ) =>
  <const Id extends string>(
    id: Id,
    run: (open: NonNullable<Scope[Part]>, times: number, args: Arguments, scope: Scope) => ReturnType<Command['run']>,
    { conditions = [], ...rest }: CommandOptions = {},
  ) =>
    command({
      ...shared,
      ...rest,
      id,
      conditions: [...always, ...conditions],
      run(scope, args) {
        const open = scope[part]
        return open === null ? undefined : run(open, Number(args.count ?? 1), args, scope)
      },
    })
