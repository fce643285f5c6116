export const TABS = ['facts', 'timeline', 'callbacks', 'raw'] as const

export type Tab = (typeof TABS)[number]
