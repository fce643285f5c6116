/** What this console is, as the footer, the About dialog and error reports name it. */
export const APP = { edition: 'demo', country: 'Indonesia', version: '1.0.0', build: '0004' } as const
