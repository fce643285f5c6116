export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Runs so many works at once; the others wait, in the order of their calls. */
export function createInTurn(most: number): InTurn {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < most) running++
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await work()
    } finally {
      const start = waiting.shift()
      if (start === undefined) running--
      else start()
    }
  }
}
