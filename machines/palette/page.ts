import type { ListedRow } from '#contract/rows/listedRow.ts'

/** The scope of the palette: everything, commands only, or orders. */
export type Mode = 'all' | 'commands' | 'orders'

/** A command to run: the given arguments, and the steps left before it runs. */
export interface Task {
  readonly command: string
  readonly given: Readonly<Record<string, string>>
  /** Names of the arguments to ask for, in order. */
  readonly missingArguments: readonly string[]
  /**
   * `always`: the command always asks for confirmation. `again`: the same task ran a moment ago. `given`: the user has
   * confirmed.
   */
  readonly confirm: 'always' | 'again' | 'given' | null
  /** Whether its result is shown in the palette. */
  readonly showsAnswer: boolean
  readonly newTab: boolean
}

/** A search for orders and movements: by number, by the end of a number, by payee account, or by transaction hash. */
export interface Search<Kind extends string> {
  readonly by: 'number' | 'tail' | 'account' | 'hash'
  readonly text: string
  readonly kinds: readonly Kind[]
  /** Whether digits that are no number may be an account. Not where a command is about to act on the order. */
  readonly orAccount?: true
}

/** A found order or movement: its value as an argument, and the task that opens it. */
export interface Hit<Kind extends string> {
  readonly kind: Kind
  readonly row: ListedRow
  readonly value: string
  readonly task: Task
}

/** What a search has found. */
export interface SearchResult<Kind extends string> {
  readonly hits: readonly Hit<Kind>[]
  /**
   * How many rows of how many lists were searched without a hit, when those lists may have more: the gateway does not filter by
   * number. Null when nothing was left out.
   */
  readonly searched: { readonly rows: number; readonly lists: number } | null
}

/** One page: its text, the search results, and the picked row. */
export interface Page<Kind extends string> {
  readonly mode: Mode
  readonly text: string
  /** The row picked by arrow key or pointer; null: the first row is active. */
  readonly pick: string | null
  readonly search: Search<Kind> | null
  readonly hits: readonly Hit<Kind>[]
  readonly searched: SearchResult<Kind>['searched']
  /** The row of the listed actions. */
  readonly subject: Hit<Kind> | null
  /** The task this page asks arguments for, confirms or runs; null on a page of commands. */
  readonly task: Task | null
}

/** The notice shown about the last search or input. */
export type Note = 'nothing' | 'several' | 'slow' | 'failed' | 'refused'

export interface PaletteContext<Kind extends string, Answer> {
  readonly page: Page<Kind>
  /** The pages to go back to, newest last. */
  readonly below: readonly Page<Kind>[]
  readonly keepOpen: boolean
  readonly note: Note | null
  /** Whether Enter was pressed during the search. */
  readonly latched: boolean
  /** How that Enter opens the order. */
  readonly landing: { readonly newTab: boolean; readonly keepOpen: boolean }
  readonly answer: Answer | null
}

/** The text of a page with its search, and the hits that are known without one. */
export interface Typed<Kind extends string> {
  readonly text: string
  readonly search: Search<Kind> | null
  readonly known: readonly Hit<Kind>[]
  readonly pasted: boolean
}

export type PaletteEvent<Kind extends string> =
  | { type: 'palette.open'; mode: Mode }
  | { type: 'palette.toggle' }
  | { type: 'palette.close' }
  /** A command that cannot run as it stands, started by a key or a menu. */
  | { type: 'task.begin'; task: Task }
  | ({ type: 'text.changed' } & Typed<Kind>)
  | { type: 'row.picked'; row: string }
  | { type: 'row.chosen'; row: string; task: Task; keepOpen: boolean }
  /** Enter on the placeholder row of a running or failed search: it opens the order. */
  | { type: 'row.awaited'; newTab?: boolean; keepOpen?: boolean }
  /** Searches again, without an Enter that opens the order. */
  | { type: 'search.retried' }
  | { type: 'actions.opened'; subject: Hit<Kind> }
  | { type: 'argument.given'; value: string }
  | { type: 'argument.refused' }
  | { type: 'task.confirmed' }
  | { type: 'page.back' }
  | { type: 'escape' }
  /** Internal events. */
  | { type: 'page.turned' }
  | { type: 'text.typed'; pasted: boolean }
  | { type: 'hit.landed'; hit: Hit<Kind> }

export const emptyPage = <Kind extends string>(mode: Mode): Page<Kind> => ({
  mode,
  text: '',
  pick: null,
  search: null,
  hits: [],
  searched: null,
  subject: null,
  task: null,
})

/** The known and the found hits, each once. */
export const mergeHits = <Kind extends string>(known: readonly Hit<Kind>[], found: readonly Hit<Kind>[]): Hit<Kind>[] => [
  ...new Map([...known, ...found].map((hit) => [hit.value, hit])).values(),
]

/** The task with its next missing argument given. */
export const withArgument = ({ given, missingArguments: [name = '', ...asks], ...rest }: Task, value: string): Task => ({
  ...rest,
  given: { ...given, [name]: value },
  missingArguments: asks,
})

/** The task of a page that is decided on. */
export const taskToRun = ({ context }: { context: Pick<PaletteContext<string, unknown>, 'page'> }) => ({
  task: context.page.task as Task,
})
