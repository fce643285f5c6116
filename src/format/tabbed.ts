/** What would end a cell, or its line, becomes a space. */
export const inCell = (text: string): string => text.replace(/[\t\r\n]+/g, ' ')

/** Lines of cells as a spreadsheet takes them for text: tabs between cells, no line end after the last (`text/tab-separated-values`). */
export const tabbed = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => cells.map(inCell).join('\t')).join('\n')
