/** How a row is open: next to the list with the focus inside, next to the list following the cursor, or as a full page. */
export type DetailMode = 'inside' | 'peek' | 'full'
