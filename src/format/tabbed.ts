/** Replaces tabs and line ends with spaces. */
export const inCell = (text: string): string => text.replace(/[\t\r\n]+/g, ' ')

/** Tab-separated text for spreadsheets (`text/tab-separated-values`), without a line end after the last line. */
export const tabbed = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => cells.map(inCell).join('\t')).join('\n')
