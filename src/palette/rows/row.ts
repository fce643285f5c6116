import type { Command } from '#commands/command.ts'
import type { Registry } from '#commands/registry.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import type { Scope } from '#commands/scope.ts'
import type { Hit, Page, Task } from '#machines/palette/page.ts'
import type { Translate } from '../../i18n.ts'
import type { SearchEntry } from '../rank.ts'
import type { Usage } from '../usage.ts'

interface RowBase {
  /** Means the same thing in every language and on every draw. */
  readonly id: string
  readonly title: string
  /** What kind of thing it is, at the right. */
  readonly section: string
  /** Above the first row of a section, while nothing is typed. */
  readonly heading?: string
}

export interface CommandRow extends RowBase {
  readonly kind: 'command'
  readonly command: Command
  readonly task: Task
  /** The key that runs it without the palette. */
  readonly keys: string | null
  /** What it will be done to, where the cursor says it. */
  readonly note: string | null
  /** Whether Tab has something to ask before it runs. */
  readonly hasOptions: boolean
  /** A way to understand what was typed that nobody asked for: Enter alone does not take it. */
  readonly isGuess?: true
  /** The address it leads to, where that is not the place the command is named for. */
  readonly address?: string
}

export interface OrderRow extends RowBase {
  readonly kind: 'order'
  readonly hit: Hit<SearchableKind>
  readonly amount: string
  /** The status in words. */
  readonly status: string
}

/** An order looked at lately. */
export interface RecentRow extends RowBase {
  readonly kind: 'recent'
  readonly task: Task
}

/** Orders still being looked for, or that could not be looked for. */
export interface WaitingRow extends RowBase {
  readonly kind: 'pending' | 'failed'
}

/** What an argument can be: one of its choices, or the text as it was typed. */
export interface ValueRow extends RowBase {
  readonly kind: 'value'
  readonly value: string
  /** Where it leads, for what leads somewhere. */
  readonly address: string | null
}

export interface FigureRow extends RowBase {
  readonly kind: 'figure'
  readonly amount: string
}

/** A command that cannot be run now: at the right stands why. */
export interface BlockedRow extends RowBase {
  readonly kind: 'blocked'
}

export type Row = CommandRow | OrderRow | RecentRow | WaitingRow | ValueRow | FigureRow | BlockedRow

/** What rows are made from. */
export interface RowSource {
  readonly page: Page<SearchableKind>
  readonly lookup: 'settled' | 'pending' | 'failed'
  readonly scope: Scope
  readonly registry: Registry
  /** The commands with everything they are found by. */
  readonly entries: readonly SearchEntry<Command>[]
  readonly usage: Usage
  /** Where links to this console begin. */
  readonly home: string
  readonly t: Translate
}

/** How a row is read out: its words, what it is about, its kind and its key. */
export function rowLabel(row: Row): string {
  const { title, section } = row
  const parts = {
    command: () => (row.kind === 'command' ? [title, row.note, section, row.keys] : []),
    order: () => (row.kind === 'order' ? [title, row.amount, row.status, section] : []),
    figure: () => (row.kind === 'figure' ? [title, row.amount, section] : []),
    blocked: () => [title, section],
    recent: () => [title, section],
    value: () => [title, section],
    pending: () => [title],
    failed: () => [title],
  }[row.kind]()
  return parts.filter((part) => part !== null && part !== '').join(', ')
}
