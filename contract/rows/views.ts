/** A named query of a list's address. List and name identify it. */
export interface SavedView {
  /** Kind of the rows. */
  list: string
  name: string
  query: string
}

export const MAX_SAVED_VIEWS = 100
