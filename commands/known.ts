import { families } from './families.ts'
import { commands } from './index.ts'

const known: ReadonlySet<string> = new Set([...commands.map(({ id }) => id), ...Object.keys(families)])

/** Whether there is a command, or a family of them, that a key can stand for. */
export const isKnown = (id: string): boolean => known.has(id)
