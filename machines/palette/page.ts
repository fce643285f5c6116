import type { ListedRow } from '#contract/listedRow.ts'

/** What the palette was opened for: everything, commands only, or an order. */
export type Mode = 'all' | 'commands' | 'orders'

/** A command on its way to be run: what is given, and what still has to happen before. */
export interface Task {
  readonly command: string
  readonly given: Readonly<Record<string, string>>
  /** Names of the arguments still to be asked, in order. */
  readonly asks: readonly string[]
  /** To be asked because the command always is, or because the very same was done a moment ago; or the user has agreed. */
  readonly confirm: 'always' | 'again' | 'given' | null
  /** What it finds out is read in the palette. */
  readonly answers: boolean
  readonly newTab: boolean
}

/** Orders and records to look for: by a number, by the end of one, by the account that is paid to, or by what a chain calls them. */
export interface Search<Kind extends string> {
  readonly by: 'number' | 'tail' | 'account' | 'hash'
  readonly text: string
  readonly kinds: readonly Kind[]
}

/** An order or a record that was found: as an argument's value, and as the task that opens it. */
export interface Hit<Kind extends string> {
  readonly kind: Kind
  readonly row: ListedRow
  readonly value: string
  readonly task: Task
}

/** One page: what is typed on it, what was found for that, what the user pointed at. */
export interface Page<Kind extends string> {
  readonly mode: Mode
  readonly text: string
  /** The row the user chose by arrow or pointer; without one the first row is active. */
  readonly pick: string | null
  readonly search: Search<Kind> | null
  readonly hits: readonly Hit<Kind>[]
  /** The order whose actions are listed. */
  readonly subject: Hit<Kind> | null
  /** The task this page asks for, confirms or runs; none on a page of commands. */
  readonly task: Task | null
}

/** A page nothing was typed on yet. */
export const emptyPage = <Kind extends string>(mode: Mode): Page<Kind> => ({
  mode,
  text: '',
  pick: null,
  search: null,
  hits: [],
  subject: null,
  task: null,
})

/** The orders already here and those that were found, each once. */
export const merged = <Kind extends string>(known: readonly Hit<Kind>[], found: readonly Hit<Kind>[]): Hit<Kind>[] => [
  ...new Map([...known, ...found].map((hit) => [hit.value, hit])).values(),
]

/** The task with the argument it asks for now. */
export const answered = ({ given, asks: [name = '', ...asks], ...rest }: Task, value: string): Task => ({
  ...rest,
  given: { ...given, [name]: value },
  asks,
})
