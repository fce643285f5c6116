/**
 * The documented fields of a value: `id amount today{count} rows{id}`. A name keeps a scalar or a list of scalars, `name{…}` an object
 * or a list of objects with these fields, `*{…}` every member of a map, and `name*` anything.
 */
export type Shape = ReadonlyMap<string, Shape | 'scalar' | 'any'>

/** Parses the text of a shape; `$Name` stands for the text of a named one. */
export function parseShape(text: string, named: Readonly<Record<string, string>> = {}): Shape {
  const tokens = expand(text, named).match(/[\w*]+|[{}]/g) ?? []
  const parse = (): Shape => {
    const fields = new Map<string, Shape | 'scalar' | 'any'>()
    for (let token = tokens.shift(); token !== undefined && token !== '}'; token = tokens.shift()) {
      if (tokens[0] === '{') {
        tokens.shift()
        fields.set(token, parse())
      } else if (token.endsWith('*') && token !== '*') fields.set(token.slice(0, -1), 'any')
      else fields.set(token, 'scalar')
    }
    return fields
  }
  return parse()
}

const expand = (text: string, named: Readonly<Record<string, string>>): string =>
  text.replace(/\$(\w+)/g, (_, name: string) => {
    const found = named[name]
    if (found === undefined) throw new Error(`no shape ${name}`)
    return expand(found, named)
  })

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The value without the fields that the shape does not name. */
export function keepShape(value: unknown, shape: Shape, dropped: (field: string) => void = () => {}): unknown {
  if (Array.isArray(value)) return value.map((one) => keepShape(one, shape, dropped))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const inner = shape.get(name) ?? shape.get('*')
      if (inner === undefined) {
        dropped(name)
        return []
      }
      if (inner === 'any' || !isObject(field)) return [[name, field]]
      if (inner !== 'scalar') return [[name, keepShape(field, inner, dropped)]]
      return Array.isArray(field) && !field.some(isObject) ? [[name, field]] : []
    }),
  )
}
