import { norm } from '#commands/norm.ts'
import { fault } from './fault.ts'
import { checkSingleValue, type Field, isNameBegun, matchesName, type Name, normalizeName } from './field.ts'
import { quoted } from './terms.ts'

export interface SortSettings extends Name {
  readonly columns: readonly (Name & { readonly field: string })[]
  /** Words for each direction; the first is used for printing. */
  readonly words: Readonly<Record<'asc' | 'desc', readonly string[]>>
}

/** The sort order of the list: `sort:amount.desc`. */
export function sortField({ columns, words, ...name }: SortSettings): Field {
  const directionIn = (text: string) =>
    (['asc', 'desc'] as const).find((direction) =>
      [direction, ...words[direction]].some((one) => normalizeName(one) === normalizeName(text)),
    )
  const written = (column: Name, direction: 'asc' | 'desc') => quoted(`${column.name}.${words[direction][0]}`)
  return {
    ...name,
    hasAlternatives: false,
    read(term, query) {
      const wrong = checkSingleValue(term, name)
      const [item, other] = term.value.items
      if (wrong !== null || item === undefined) return wrong ?? fault(term, 'query.fault.noValue', { title: name.title })
      if (other !== undefined) return fault(other, 'query.fault.single', { title: name.title })
      if (query.sort !== null) return fault(term, 'query.fault.single', { title: name.title })
      const [, typed = '', end = 'desc'] = /^(.*?)(?:\.(.*))?$/.exec(norm(item.text)) ?? []
      const column = columns.find((one) => matchesName(one, typed))
      const direction = directionIn(end)
      if (column === undefined || direction === undefined) return fault(item, 'query.fault.sort', { value: item.text })
      return { ...query, sort: `${column.field}.${direction}` }
    },
    print({ sort }) {
      const [field, direction] = sort?.split('.') ?? []
      const column = columns.find((one) => one.field === field)
      return column === undefined || (direction !== 'asc' && direction !== 'desc')
        ? []
        : [`${name.name}:${written(column, direction)}`]
    },
    suggest: (typed) =>
      columns
        .filter((column) => isNameBegun(column, typed.split('.')[0] ?? ''))
        .flatMap((column) =>
          (['desc', 'asc'] as const).map((direction) => ({
            text: written(column, direction),
            label: column.title,
            hint: words[direction][0] ?? direction,
          })),
        ),
  }
}
