/** The parts of a record, in the order of their tabs. */
export const TABS = ['facts', 'timeline', 'callbacks', 'raw'] as const

export type Tab = (typeof TABS)[number]
