/** Whole numbers from 0, below the number of sides. */
export type Dice = (sides: number) => number

/** A deterministic sequence of rolls; only their timing varies. */
export const dice =
  (seed: number): Dice =>
  (sides) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((seed / 2 ** 32) * sides)
  }
