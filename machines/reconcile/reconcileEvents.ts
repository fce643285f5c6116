/** How far the work is: bytes while reading, orders while fetching, else rows. `all` is null while unknown. */
export interface ReconcileProgress {
  readonly phase: string
  readonly done: number
  readonly all: number | null
  /** Days that are read, and all days, while fetching. */
  readonly days?: Readonly<Record<'done' | 'all', number>>
}

export type FailedStep = 'reading' | 'opening' | 'fetching' | 'lookingUp' | 'matching'

export interface ReconcileContext<Source, Preview, Summary, Settings, Change> {
  /** The id of the stored session; null before the statement is read. */
  readonly session: string | null
  /** Not persisted: a file cannot be. */
  readonly source: Source | null
  readonly preview: Preview | null
  readonly settings: Settings
  readonly summary: Summary | null
  readonly change: Change | null
  readonly progress: ReconcileProgress | null
  /** Numbers to look up outside of the days. They are looked up once. */
  readonly lookups: readonly string[]
  readonly hasLookedUp: boolean
  /** Whether the worker of this page holds the session. */
  readonly isAttached: boolean
  readonly failedIn: FailedStep | null
  readonly error: unknown
}

export type ReconcileEvent<Source, Preview, Summary, Settings, Change> =
  | { type: 'source.given'; source: Source }
  | { type: 'session.open'; session: string }
  | { type: 'session.close' }
  | { type: 'statement.read'; preview: Preview; session: string; settings: Settings }
  | { type: 'session.opened'; preview: Preview; summary: Summary | null; settings: Settings }
  | { type: 'session.attached'; preview: Preview | null; summary: Summary | null }
  | { type: 'session.lost'; error: unknown }
  | { type: 'settings.change'; changes: Partial<Settings> }
  | { type: 'layout.change'; change: Change }
  | { type: 'layout.changed'; preview: Preview }
  | { type: 'columns.confirm' }
  | { type: 'columns.edit' }
  | { type: 'orders.reload' }
  | { type: 'statement.match' }
  /** `found` counts the orders. */
  | { type: 'orders.fetched'; found: number }
  | { type: 'lines.matched'; summary: Summary; lookups: readonly string[] }
  | { type: 'summary.changed'; summary: Summary }
  | { type: 'work.progress'; progress: ReconcileProgress }
  | { type: 'work.failed'; error: unknown }
  | { type: 'work.cancel' }
  | { type: 'work.retry' }
