/** How a row is open: beside the list with the focus inside, beside the list following the cursor, or as a full page. */
export type DetailMode = 'inside' | 'peek' | 'full'
