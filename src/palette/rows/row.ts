import type { Arguments, Command } from '#commands/command.ts'
import type { Registry } from '#commands/registry.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import type { Scope } from '#commands/scope.ts'
import type { Hit, Page, Task } from '#machines/palette/page.ts'
import type { Units } from '../../format/parseAmount.ts'
import type { Translate } from '../../i18n.ts'
import type { Lexicon } from '../filterWords/readFilterWords.ts'
import type { SearchEntry } from '../search/rank.ts'
import type { Usage } from '../usage.ts'

interface RowBase {
  /** Stable across languages and renders. */
  readonly id: string
  readonly title: string
  /** Its kind, shown at the right. */
  readonly section: string
  /** Heading above the first row of a section, for an empty query. */
  readonly heading?: string
}

export interface CommandRow extends RowBase {
  readonly kind: 'command'
  readonly command: Command
  readonly task: Task
  /** The shortcut that runs the command. */
  readonly keys: string | null
  /** The row it applies to, when the cursor determines it. */
  readonly note: string | null
  /** The name by which it was found, where its title does not have it. */
  readonly matched?: string | null
  /** What the list that it opens will show, a condition each. */
  readonly chips?: readonly string[]
  /** Whether Tab opens arguments before it runs. */
  readonly hasOptions: boolean
  /** The arguments that the query gave, which Tab does not ask for. */
  readonly typed?: Arguments
  /** An unlikely interpretation; Enter does not run it unless the user has moved to it. */
  readonly isGuess?: true
  /** The address it opens, when it differs from the command's route. */
  readonly address?: string
}

export interface OrderRow extends RowBase {
  readonly kind: 'order'
  readonly hit: Hit<SearchableKind>
  /** The merchant's number, where it was found by that and its title is another number. */
  readonly matched: string | null
  /** The end of a number by which it was found. */
  readonly tail: string | null
  readonly amount: string
  readonly status: string
}

/** A form of a query. Choosing it fills in the example and selects what follows the prefix. */
export interface SyntaxRow extends RowBase {
  readonly kind: 'syntax'
  readonly prefix: string
  readonly example: string
}

export type Row =
  | CommandRow
  | OrderRow
  | (RowBase & { readonly kind: 'recent'; readonly task: Task })
  /** A lookup. An Enter waits for an awaited one, and then runs the first row. */
  | (RowBase & { readonly kind: 'searching' | 'failed'; readonly isAwaited?: true })
  /** A possible value of an argument: a choice, or the typed text. */
  | (RowBase & { readonly kind: 'value'; readonly value: string; readonly address: string | null })
  | (RowBase & { readonly kind: 'figure'; readonly amount: string })
  /** A disabled command, with the reason at the right. */
  | (RowBase & { readonly kind: 'blocked' })
  | SyntaxRow

export interface RowInput {
  readonly page: Page<SearchableKind>
  readonly lookup: 'settled' | 'searching' | 'failed'
  readonly scope: Scope
  readonly registry: Registry
  readonly entries: readonly SearchEntry<Command>[]
  /** The words of all languages for parts of a filter. */
  readonly lexicon: Lexicon
  /** Unit suffixes of amounts in all languages: `rb`, `万`. */
  readonly units: Units
  readonly usage: Usage
  /** Prefix of links to this console. */
  readonly home: string
  readonly t: Translate
}

/** Screen-reader text of a row: title, note or amount, section and key. */
export const rowLabel = (row: Row): string =>
  partsOf(row)
    .filter((part) => part !== null && part !== '')
    .join(', ')

function partsOf(row: Row): readonly (string | null)[] {
  const { kind, title, section } = row
  if (kind === 'command') return [title, ...(row.chips ?? []), row.matched ?? null, row.note, section, row.keys]
  if (kind === 'order') return [title, row.matched, row.amount, row.status, section]
  if (kind === 'figure') return [title, row.amount, section]
  if (kind === 'syntax') return [title, row.example]
  return kind === 'searching' || kind === 'failed' ? [title] : [title, section]
}
