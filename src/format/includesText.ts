import { norm } from '#commands/norm.ts'

/** Whether a text contains what was typed, whatever its case, accents and width. */
export const includesText = (text: string, typed: string): boolean => norm(text).includes(norm(typed.trim()))
