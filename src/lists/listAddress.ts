import { type RouteId, routes } from '#commands/navigation/routes.ts'
import type { HistoryMode } from '#machines/list/listEvents.ts'
import { formatAddress, parseAddress } from '../state/location.ts'
import type { Console } from '../useConsole.tsx'
import { isSameFilter, type ListFilter } from './filters/listFilter.ts'
import { type ListQuery, parseListQuery, writeListQuery } from './filters/query.ts'
import type { List } from './list.ts'

/** Reads the query of a list from its address, and writes it there. `pageSize` is the page size the user chose last. */
export function createListAddress(
  { location, clock }: Pick<Console, 'location' | 'clock'>,
  list: List,
  place: RouteId,
  pageSize: () => number,
) {
  const { path } = routes[place]
  let now = clock.now()
  const parsed = () => parseAddress(location.current())
  const isListRoute = () => parsed().path === path

  /** An equal filter stays the same object. */
  function read(before?: ListFilter): ListQuery {
    const query = parseListQuery(parsed().query, list, { now, size: pageSize() })
    return before !== undefined && isSameFilter(before, query.filter) ? { ...query, filter: before } : query
  }
  function targetOf(query: ListQuery): string {
    const next = writeListQuery(parsed().query, query, list)
    // It selects the rows of the filter that it came with.
    if (!isSameFilter(read().filter, query.filter)) next.delete('chosen')
    return formatAddress(path, next)
  }

  return {
    /** The time that relative days are computed from. */
    now: () => now,
    read,
    targetOf,
    write(query: ListQuery, how: HistoryMode) {
      if (isListRoute()) location.go(targetOf(query), { replace: how === 'replace' })
    },
    /** Whether the address selects all rows. Removes that parameter, so it returns true once. */
    consumeSelectAll(): boolean {
      const { query } = parsed()
      if (query.get('chosen') !== 'all') return false
      query.delete('chosen')
      location.go(formatAddress(path, query), { replace: true })
      return true
    },
    /** Computes relative days from the current time from now on. Returns the filter with them. */
    refreshNow(before: ListFilter): ListFilter {
      now = clock.now()
      return read(before).filter
    },
    /** Calls back with the query when the address of the list has changed. */
    subscribe: (changed: () => void) =>
      location.subscribe(() => {
        if (isListRoute()) changed()
      }),
  }
}
