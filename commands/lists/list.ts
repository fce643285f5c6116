import { PATTERNS } from '#contract/rules.ts'
import { choiceArgument, textArgument } from '../arguments.ts'
import { type Argument, commandsFor } from '../command.ts'
import type { RangeName } from '../dateRange.ts'
import { PAGE_SIZES } from './pageSizes.ts'

export const onList = commandsFor('list', { section: 'list', conditions: ['list.open'] })

/** For lists whose rows the gateway filters, sorts and pages. */
export const onServedList = commandsFor('list', { section: 'list', conditions: ['list.open', 'list.served'] })

const rangeCommand = <const Name extends RangeName>(name: Name) =>
  // The date range of an open detail takes precedence over that of the list.
  onList(`range.${name}`, (list, _times, _args, { detail }) => (detail?.setRange ?? list.setRange)(name), {
    title: `range.${name}`,
    conditions: ['list.days'],
  })

const column: Argument = {
  name: 'column',
  prompt: 'argument.column',
  ask: {
    choices: ({ list }) =>
      (list?.columns ?? [])
        .filter(({ sortable }) => sortable)
        .map(({ id, title }) => ({ value: id, title: { message: [title] } })),
  },
}

const direction = choiceArgument('direction', 'argument.direction', ['asc', 'desc', 'none'])

const status: Argument = {
  name: 'status',
  prompt: 'field.status',
  ask: {
    choices: ({ app, list }) =>
      (list?.statuses == null ? [] : app.options(list.statuses)).map(({ key, value }) => ({
        value: key,
        title: { text: value },
      })),
  },
}

const page = textArgument('page', 'argument.page', PATTERNS.positiveInteger)
const row = textArgument('row', 'argument.row', PATTERNS.positiveInteger)
// The filter itself reports syntax errors.
const filter = textArgument('filter', 'argument.filter', /\S/)
const size: Argument = {
  name: 'size',
  prompt: 'argument.size',
  ask: { choices: () => PAGE_SIZES.map((size) => ({ value: String(size), title: { text: String(size) } })) },
}

const change = { keywords: 'command.change.words', repeatable: true } as const

/** Commands for filters, sorting, paging and the layout of the open list. */
export const listCommands = [
  onList('list.focusFilter', (list) => list.focusFilter(), { keywords: 'command.list.focusFilter.words' }),
  onServedList('list.editFilter', (list) => list.editFilter()),
  onList('list.filter', (list, _, args) => list.filterBy(args.filter ?? ''), {
    keywords: 'command.list.filter.words',
    arguments: [filter],
  }),
  onServedList('list.submit', (list) => list.submitFilters()),
  onList('list.resetFilters', (list) => list.resetFilters()),
  onServedList('list.status', (list, _, args) => list.setStatus(args.status ?? ''), {
    conditions: ['list.statuses'],
    arguments: [status],
  }),
  rangeCommand('last7'),
  rangeCommand('today'),
  rangeCommand('week'),
  rangeCommand('month'),
  rangeCommand('year'),
  onServedList('list.refresh', (list) => list.refresh(), { keywords: 'command.list.refresh.words' }),
  onList('change.next', (list, times) => list.moveToChange(times), change),
  onList('change.prev', (list, times) => list.moveToChange(-times), change),
  onServedList(
    'list.sort',
    (list, _, args) => list.sort(args.column ?? '', args.direction === 'none' ? null : (args.direction as 'asc' | 'desc')),
    { arguments: [column, direction] },
  ),
  onServedList('sort.toggle', (list) => list.toggleSort(), { conditions: ['column.sortable'] }),
  onServedList('sort.clear', (list) => list.sort('', null)),
  onServedList('list.next', (list, times) => list.goToPage({ by: times }), { repeatable: true }),
  onServedList('list.prev', (list, times) => list.goToPage({ by: -times }), { repeatable: true }),
  onServedList('list.first', (list) => list.goToPage('first')),
  onServedList('list.last', (list) => list.goToPage('last')),
  onServedList('list.goto', (list, _, args) => list.goToPage(Number(args.page)), { arguments: [page] }),
  onList('list.toRow', (list, _, args) => list.moveTo(Number(args.row)), { arguments: [row] }),
  onServedList('list.pageSize', (list, _, args) => list.setPageSize(Number(args.size)), { arguments: [size] }),
  onServedList('list.columns', (list) => list.chooseColumns()),
  onList('col.widen', (list) => list.widenColumn(1), { listing: 'typed' }),
  onList('col.narrow', (list) => list.widenColumn(-1), { listing: 'typed' }),
  onList('density', (list) => list.toggleDensity()),
  onServedList('copy.query', (list) => list.copy('query')),
] as const

const step = { section: 'row', listing: 'typed', repeatable: true } as const
const jump = { section: 'row', listing: 'typed' } as const

/** Cursor moves. They run by key and are found by name only. */
export const moveCommands = [
  onList('row.next', (list, times) => list.moveBy(times), step),
  onList('row.prev', (list, times) => list.moveBy(-times), step),
  onList('row.first', (list, times) => list.moveTo(times), step),
  onList('row.last', (list, _, { count }) => list.moveTo(count === undefined ? 'last' : Number(count)), step),
  onList(
    'cell.start',
    (list) => {
      list.moveCell('first')
      list.moveTo(1)
    },
    jump,
  ),
  onList(
    'cell.end',
    (list) => {
      list.moveCell('last')
      list.moveTo('last')
    },
    jump,
  ),
  onList('row.pageDown', (list) => list.moveByViewport(1), step),
  onList('row.pageUp', (list) => list.moveByViewport(-1), step),
  onList('cell.next', (list, times) => repeat(times, () => list.moveCell(1)), step),
  onList('cell.prev', (list, times) => repeat(times, () => list.moveCell(-1)), step),
  onList('cell.first', (list) => list.moveCell('first'), jump),
  onList('cell.last', (list) => list.moveCell('last'), jump),
] as const

// Rows have a few dozen cells; a larger count moves to the end.
const MAX_CELLS = 100

function repeat(count: number, move: () => void): void {
  for (let left = Math.min(count, MAX_CELLS); left > 0; left--) move()
}
