import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

/** Milliseconds before the second attempt, at most; twice as long before each further one. */
const FIRST_MS = 10

/** Waits before the attempt after this many, by chance: transactions that met once would meet again if they all started at once. */
export const backOff = (attempts: number): Promise<void> => setTimeout(randomInt(FIRST_MS * 2 ** (attempts - 1)))
