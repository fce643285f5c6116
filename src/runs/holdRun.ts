const LOCK = 'paydesk.run.'

export interface HeldRun {
  /** False when another tab has it. */
  readonly isHeld: boolean
  /** Gives the run free. */
  release(): void
}

/** Holds a run for this tab until it is released, or until the page ends. */
export function holdRun(id: string): Promise<HeldRun> {
  const { locks } = globalThis.navigator
  const { promise, resolve } = Promise.withResolvers<HeldRun>()
  const free = { isHeld: true, release() {} }
  if (locks === undefined) return Promise.resolve(free)
  locks
    .request(LOCK + id, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve({ isHeld: false, release() {} })
      return new Promise<void>((release) => resolve({ isHeld: true, release }))
    })
    .catch(() => resolve(free))
  return promise
}

/** The runs that tabs hold, this one too. */
export async function heldRuns(): Promise<ReadonlySet<string>> {
  // As above, a browser that refuses locks has none.
  const { held = [] } = (await globalThis.navigator.locks?.query().catch(() => null)) ?? {}
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])))
}
