import type { Feature } from '#contract/features.ts'
import type { Console } from '../../useConsole.tsx'
import type { Filter } from '../filters/filter.ts'
import type { List } from '../list.ts'

/** The fields of orders with several values that are documented. */
const DOCUMENTED_SEVERAL: readonly string[] = ['status', 'payChannel']

/** The list as this gateway serves it, without the columns, conditions and calls of features that it lacks. */
export function servedList({ overview, ...list }: List, { features, marks }: Pick<Console, 'features' | 'marks'>): List {
  const hasFeature = features.has
  const isServed = ({ feature }: { readonly feature?: Feature }) => feature === undefined || hasFeature(feature)
  const hasNotes = hasFeature('notes') && hasFeature('trails')
  const filters = list.filters
    .filter((control) => !('feature' in control) || isServed(control))
    // Where the console filters rows itself, it does not know which account is meant by "me".
    .filter((control) => !('feature' in control) || control.feature !== 'notes' || hasFeature('filter-trees'))
  return {
    ...list,
    ...(hasFeature('trails') ? {} : { trail: 'row' }),
    tabs: list.tabs.filter((tab) => tab !== 'callbacks' || hasFeature('trails')).filter((tab) => tab !== 'notes' || hasNotes),
    columns: list.columns.filter(isServed),
    fields: list.fields.filter(isServed),
    ...(hasFeature('reviews') ? {} : { annotate: marks.annotate }),
    ...(overview === undefined || !isServed(overview) ? {} : { overview }),
    hasPlainFilters: !hasFeature('filters'),
    // Lists that are filtered in the browser are, whatever the gateway serves.
    takesTrees: list.takesTrees && (list.createReader !== undefined || hasFeature('filter-trees')),
    filters: hasFeature('filters') ? filters : filters.map((control) => documentedControl(control, list)),
  }
}

/** The control without what only our gateway understands. Lists that are filtered in the browser keep all that is. */
function documentedControl(control: Filter, { createReader, kind }: List): Filter {
  if (control.kind === 'days' || control.kind === 'amounts' || control.feature !== undefined) return control
  if (createReader !== undefined && control.isIncludeOnly !== true) return control
  if (control.kind === 'text') return { ...control, isIncludeOnly: true, isSingle: true }
  const several = kind === 'entry' ? ['type'] : kind === 'subMerchant' ? [] : DOCUMENTED_SEVERAL
  if (several.includes(control.field)) return { ...control, isIncludeOnly: true }
  const flags = control.flags?.filter(({ values }) => values.length === 1) ?? []
  const { flags: _, ...rest } = control
  return { ...rest, ...(flags.length === 0 ? {} : { flags }), isIncludeOnly: true, isSingle: true }
}
