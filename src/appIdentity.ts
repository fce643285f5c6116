/** The console's name and version, as shown in the footer, the About dialog and error reports. */
export const APP = { edition: 'demo', country: 'Indonesia', version: '1.0.0', build: '0004' } as const
