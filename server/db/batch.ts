import pg from 'pg'

/** With a name it is prepared once for each connection. */
export interface Statement {
  name?: string
  text: string
  values: readonly unknown[]
  /** The data of a `copy … from stdin`. */
  copied?: string | undefined
}

const UNNAMED = ''

export type BatchResult = Pick<pg.QueryResult, 'rows' | 'rowCount' | 'command'>

/** An earlier statement of the batch failed. This one did not run. */
export class StatementSkipped extends Error {
  override readonly name = 'StatementSkipped'

  constructor(cause: Error) {
    super('An earlier statement failed.', { cause })
  }
}

/** The parts of the driver that its types lack. */
type Wire = pg.Connection &
  Record<'parse' | 'bind' | 'describe' | 'execute', (message: object) => void> & {
    parsedStatements: Record<string, string>
    sendCopyFromChunk(chunk: Uint8Array): void
    endCopyFrom(): void
  }
type RowBuilder = pg.QueryResult & {
  addFields(fields: unknown[]): void
  parseRow(row: unknown[]): unknown
  addCommandComplete(message: unknown): void
}
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

/** The statement with its values as the driver sends them. Throws for a value that cannot be sent. */
export const encoded = (statement: Statement): Statement => ({
  ...statement,
  values: statement.values.map((value) => prepareValue(value)),
})

const newResult = (types: pg.CustomTypesConfig): RowBuilder => new pg.Result('', types as never) as never

/**
 * Statements of one round trip. They are sent together and run in order. After one that fails the server skips the rest: the
 * protocol has one Sync, at the end.
 */
export class Batch implements pg.Submittable {
  readonly #statements: readonly Statement[]
  readonly #types: pg.CustomTypesConfig
  readonly #results: RowBuilder[] = []
  /** The driver reads it when the batch is submitted, in milliseconds. */
  readonly query_timeout: number
  /** The driver replaces it by one that ends the timeout. The results are those of the statements that ran, none after a timeout. */
  callback: (error: Error | null, results?: readonly BatchResult[]) => void

  constructor(
    statements: readonly Statement[],
    { types, limitMs, done }: { types: pg.CustomTypesConfig; limitMs: number; done: Batch['callback'] },
  ) {
    this.#statements = statements
    this.#types = types
    this.query_timeout = limitMs
    this.callback = done
  }

  submit(connection: pg.Connection): void {
    const messages: Uint8Array[] = []
    const stream = { writable: true, write: (message: Uint8Array) => messages.push(message) }
    const wire = Object.create(connection, { stream: { value: stream } }) as Wire
    const parsed = new Set<string>()
    this.#results.push(newResult(this.#types))
    for (const { name = UNNAMED, text, values, copied } of this.#statements) {
      if (name === UNNAMED || !(parsed.has(name) || name in wire.parsedStatements)) wire.parse({ name, text })
      parsed.add(name)
      wire.bind({ statement: name, values })
      wire.describe({ type: 'P' })
      wire.execute({})
      if (copied === undefined) continue
      wire.sendCopyFromChunk(Buffer.from(copied))
      wire.endCopyFrom()
    }
    wire.sync()
    // One write: a transfer has sixty messages.
    if (connection.stream.writable) connection.stream.write(Buffer.concat(messages))
  }

  /** With `text`, what the driver remembers when a statement was parsed. */
  get name(): string | undefined {
    return this.#statements[this.#results.length - 1]?.name
  }

  get text(): string | undefined {
    return this.#statements[this.#results.length - 1]?.text
  }

  get #current(): RowBuilder {
    return this.#results.at(-1)!
  }

  handleRowDescription({ fields }: { fields: unknown[] }): void {
    this.#current.addFields(fields)
  }

  handleDataRow({ fields }: { fields: unknown[] }): void {
    this.#current.rows.push(this.#current.parseRow(fields))
  }

  /** The data was sent together with its statement. */
  handleCopyInResponse(): void {}

  handleCommandComplete(message: unknown): void {
    this.#current.addCommandComplete(message)
    this.#results.push(newResult(this.#types))
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#results)
  }

  handleError(error: Error): void {
    this.callback(error, this.#results.slice(0, -1))
  }
}
