/** Tabs of the detail, in order. */
export const TABS = ['facts', 'timeline', 'callbacks', 'raw'] as const

export type Tab = (typeof TABS)[number]
