/** Runs tasks one after another while the caller continues. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Starts a task after the previous one has ended, and waits only for the previous one. */
  async start(work: () => Promise<unknown>): Promise<void> {
    await this.#last
    this.#last = work()
    // The next `start` or `end` throws the error; this avoids an unhandled rejection.
    this.#last.catch(() => {})
  }

  async end(): Promise<void> {
    await this.#last
  }
}

/** Buffers rows and writes them in order, `size` at a time. */
export class Batches<Thing> {
  #waiting: Thing[] = []
  readonly #line: SerialQueue
  readonly #size: number
  readonly #write: (things: readonly Thing[]) => Promise<unknown>

  constructor(line: SerialQueue, size: number, write: (things: readonly Thing[]) => Promise<unknown>) {
    this.#line = line
    this.#size = size
    this.#write = write
  }

  async add(things: readonly Thing[]): Promise<void> {
    for (const thing of things) {
      this.#waiting.push(thing)
      if (this.#waiting.length === this.#size) await this.flush()
    }
  }

  /** Writes the buffered rows. */
  async flush(): Promise<void> {
    const things = this.#waiting
    this.#waiting = []
    if (things.length > 0) await this.#line.start(() => this.#write(things))
  }
}
