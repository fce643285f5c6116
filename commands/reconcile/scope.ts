/** The entry under the cursor: a line of the statement, an order, or both. */
export interface ReconcileEntry {
  /** A partner is suggested for it. */
  readonly isSuggested: boolean
  readonly hasLine: boolean
  /** Its amount is not read. */
  readonly isUnread: boolean
  /** The text of the line; the number of an order without one. */
  readonly name: string
}

/** The open statement, as commands see it. Its rows are in the list scope. */
export interface ReconcileScope {
  /** Whether its result is shown. */
  readonly isMatched: boolean
  readonly entry: ReconcileEntry | null
  readonly fractionDigits: number
  /** Shows a bucket, from 1; 0 for all entries. */
  showBucket(nth: number): void
  toggleOpenOnly(): void
  /** Marks the entry as reconciled and moves on; accepts its suggestion first. */
  done(): Promise<void>
  flag(reason: string): Promise<void>
  refuse(): Promise<void>
  solve(): Promise<void>
  setAmount(amount: string): Promise<void>
  /** Opens the orders of the selected entries, or of all shown ones, as a selection of their list. */
  openOrders(): Promise<void>
  export(what: 'bucket' | 'all', form: 'csv' | 'xlsx'): Promise<void>
  print(): void
  editColumns(): void
  reload(): void
  startOver(): void
}
