import { type RouteId, routes } from '#commands/navigation/routes.ts'
import type { HistoryMode } from '#machines/list/listEvents.ts'
import { dayAt } from '../format/dates.ts'
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

  /** The time that the next filter is computed from. Within a day it does not move, so that a filter stays equal. */
  const latest = () => (dayAt(now) === dayAt(clock.now()) ? now : clock.now())
  const parse = () => parseListQuery(parsed().query, list, { now, size: pageSize() })
  const isShown = ({ filter }: ListQuery) => isSameFilter(parse().filter, filter)

  /** An equal filter stays the same object, also on the next day. */
  function read(before?: ListFilter): ListQuery {
    const query = parse()
    if (before !== undefined && isSameFilter(before, query.filter)) return { ...query, filter: before }
    now = latest()
    return parse()
  }
  function targetOf(query: ListQuery): string {
    const next = writeListQuery(parsed().query, query, list)
    // It selects the rows of the filter that it came with.
    if (!isShown(query)) next.delete('chosen')
    return formatAddress(path, next)
  }

  return {
    now: latest,
    read,
    targetOf,
    write(query: ListQuery, how: HistoryMode) {
      if (!isListRoute()) return
      const target = targetOf(query)
      // The address of "today" is the same on the next day.
      if (!isShown(query)) now = latest()
      location.go(target, { replace: how === 'replace' })
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
