/** Query fields of a page of rows. */
export const PAGING = ['offset', 'limit', 'page', 'sort'] as const
