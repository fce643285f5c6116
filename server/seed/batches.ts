/** One piece of work after the other, while the caller gets on with what comes next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Starts the work once the piece before it is done, and waits for that one only. */
  async start(work: () => Promise<unknown>): Promise<void> {
    await this.#last
    this.#last = work()
    // Whoever waits for it next is told.
    this.#last.catch(() => {})
  }

  async end(): Promise<void> {
    await this.#last
  }
}

/** Things on their way to the database: they travel in their order, so many at a time. */
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
      if (this.#waiting.length === this.#size) await this.send()
    }
  }

  /** Sends what waits, however little it is. */
  async send(): Promise<void> {
    const things = this.#waiting
    this.#waiting = []
    if (things.length > 0) await this.#line.start(() => this.#write(things))
  }
}
