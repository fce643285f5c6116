import { createHash } from 'node:crypto'

/** An SQL fragment with its values. Create it with the `sql` tag, which never splices strings. */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  /** The data of a `copy … from stdin`. */
  readonly copied: string | undefined

  constructor(strings: readonly string[], values: readonly unknown[], copied?: string) {
    this.strings = strings
    this.values = values
    this.copied = copied
  }
}

/** Template tag for SQL: interpolated values become parameters, interpolated `Sql` fragments are spliced in. */
export const sql = (strings: TemplateStringsArray, ...values: unknown[]): Sql => new Sql(strings, values)

const empty = sql``

/** The fragment when the condition is truthy, otherwise an empty fragment. */
export const when = (condition: unknown, fragment: Sql): Sql => (condition ? fragment : empty)

/** Joins the fragments with a separator; an empty fragment when there are none. */
export const join = (fragments: readonly Sql[], separator: Sql): Sql =>
  fragments.length === 0
    ? empty
    : fragments.slice(1).reduce((all, fragment) => sql`${all}${separator}${fragment}`, fragments[0]!)

/** The rows of all branches, in no order. */
export const unionAll = (branches: readonly Sql[]): Sql =>
  join(
    branches.map((branch) => sql`(${branch})`),
    sql` union all `,
  )

/** Raw SQL from the source code, such as a column name from an allow-list. Never pass user input. */
export const trusted = (text: string): Sql => new Sql([text], [])

/** The text and the values. `name` is that of the prepared statement, once per connection; a statement without values has none. */
export function statement(query: Sql): { text: string; values: unknown[]; name?: string; copied?: string | undefined } {
  const hasFragments = query.values.some((value) => value instanceof Sql)
  const known = hasFragments ? undefined : texts.get(query.strings)
  if (known !== undefined) return { ...known, values: [...query.values] }
  const values: unknown[] = []
  const text = render(query, values)
  if (values.length === 0) return { text, values, copied: query.copied }
  const rendered = { text, name: nameOf(text) }
  if (!hasFragments) texts.set(query.strings, rendered)
  return { ...rendered, values }
}

/** The texts of templates without fragments: their strings are one object for each place in the source. */
const texts = new WeakMap<readonly string[], { text: string; name: string }>()

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
