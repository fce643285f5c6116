export const TABS = ['facts', 'timeline', 'callbacks', 'notes', 'raw'] as const

export type Tab = (typeof TABS)[number]
