import type { Dice } from '../tests/dice.ts'
import type { TargetDatabase } from './targets.ts'

/** What a region runs on, and for how long. */
export interface Task {
  target: TargetDatabase
  roll: Dice
  /** Whether to stop: enough is done, the time is up, or the user interrupts. */
  isOver(done: number): boolean
}

export interface Result {
  /** Acknowledged writes, races, requests or connections. */
  tried: number
  /** One line for each loss and each exceeded bound. */
  failures: string[]
  figures: string
}

export type Region = (task: Task) => Promise<Result>

/** Compares a figure with its bound; the line of a failure when it is over. */
export const over = (what: string, value: number, bound: number, unit: string): string[] =>
  value <= bound ? [] : [`${what} is ${value.toFixed(0)} ${unit}, the bound is ${bound.toFixed(0)} ${unit}`]
