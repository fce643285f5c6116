import { createHash } from 'node:crypto'

/** A piece of SQL with its values. The only way to make one is the `sql` tag, so a string can never become SQL. */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

/** SQL as a template: interpolated values become parameters, interpolated `Sql` is spliced in. */
export const sql = (strings: TemplateStringsArray, ...values: unknown[]): Sql => new Sql(strings, values)

const nothing = sql``

/** The piece when the condition holds, and nothing otherwise. */
export const when = (condition: unknown, piece: Sql): Sql => (condition ? piece : nothing)

/** The pieces with a separator between them; nothing when there are none. */
export const join = (pieces: readonly Sql[], separator: Sql): Sql =>
  pieces.length === 0 ? nothing : pieces.slice(1).reduce((all, piece) => sql`${all}${separator}${piece}`, pieces[0]!)

/** SQL that stands in the source itself, such as a column from an allow-list or a migration file. Never pass input. */
export const trusted = (text: string): Sql => new Sql([text], [])

export interface Statement {
  readonly text: string
  readonly values: unknown[]
  /** Prepared once per connection under this name; absent where there is nothing to prepare. */
  readonly name?: string
}

export function statement(query: Sql): Statement {
  const values: unknown[] = []
  const text = render(query, values)
  return values.length === 0 ? { text, values } : { text, values, name: nameOf(text) }
}

function render(query: Sql, values: unknown[]): string {
  let text = query.strings[0]!
  query.values.forEach((value, index) => {
    text += value instanceof Sql ? render(value, values) : `$${values.push(value)}`
    text += query.strings[index + 1]!
  })
  return text
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}
