export const IDENTITY = { name: 'Paydesk', country: 'Indonesia', version: '1.0.0', build: '0004' } as const
