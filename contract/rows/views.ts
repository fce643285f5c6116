/** What somebody looks at often, under a name: a list, and the query of its address. Known by list and name. */
export interface SavedView {
  /** The kind of rows. */
  list: string
  name: string
  query: string
}

/** An account keeps so many. */
export const MAX_SAVED_VIEWS = 100
