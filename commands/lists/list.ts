import { PATTERNS } from '#contract/rules.ts'
import type { CommonKey } from '#locales/messages.ts'
import { type Argument, type Command, command } from '../command.ts'
import type { Condition } from '../conditions.ts'
import type { RangeName } from '../dateRange.ts'
import type { ListScope, Scope } from '../scope.ts'
import { PAGE_SIZES } from './pageSizes.ts'

type ListCommand = Omit<Command, 'id' | 'title' | 'conditions' | 'risk' | 'run'> & {
  conditions?: readonly Condition[]
  run(list: ListScope, args: Readonly<Record<string, string>>, scope: Scope): ReturnType<Command['run']>
}

/** A command for the open list; offered while a list is open. */
const onList = <const Id extends string>(id: Id, title: CommonKey, { conditions = [], run, ...rest }: ListCommand) =>
  command({
    ...rest,
    id,
    title,
    conditions: ['list.open', ...conditions],
    risk: 'none',
    run: (scope, args) => (scope.list === null ? undefined : run(scope.list, args, scope)),
  })

/** The count typed before a key, or 1. */
const countOf = ({ count }: Readonly<Record<string, string>>): number => Number(count ?? 1)

const rangeCommand = <const Id extends RangeName>(name: Id) =>
  onList(`range.${name}`, `range.${name}`, {
    section: 'list',
    conditions: ['list.days'],
    // The date range of an open detail takes precedence over that of the list.
    run: (list, _, { detail }) => (detail?.setRange ?? list.setRange)(name),
  })

const text = (value: string): { value: string; title: { text: string } } => ({ value, title: { text: value } })

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

const direction: Argument = {
  name: 'direction',
  prompt: 'argument.direction',
  ask: {
    choices: () =>
      (['asc', 'desc', 'none'] as const).map((value) => ({ value, title: { message: [`argument.direction.${value}`] } })),
  },
}

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

const page: Argument = {
  name: 'page',
  prompt: 'argument.page',
  ask: { text: PATTERNS.positiveInteger, error: 'argument.page.error' },
}

const row: Argument = {
  name: 'row',
  prompt: 'argument.row',
  ask: { text: PATTERNS.positiveInteger, error: 'argument.row.error' },
}

const filter: Argument = {
  name: 'filter',
  prompt: 'argument.filter',
  // The filter itself reports syntax errors.
  ask: { text: /\S/, error: 'argument.filter.error' },
}

const size: Argument = {
  name: 'size',
  prompt: 'argument.size',
  ask: { choices: () => PAGE_SIZES.map(String).map(text) },
}

/** Commands for filters, sorting, paging and the layout of the open list. */
export const listCommands = [
  onList('list.focusFilter', 'command.list.focusFilter', {
    section: 'list',
    keywords: 'command.list.focusFilter.words',
    run: (list) => list.focusFilter(),
  }),
  onList('list.editFilter', 'command.list.editFilter', { section: 'list', run: (list) => list.editFilter() }),
  onList('list.filter', 'command.list.filter', {
    section: 'list',
    keywords: 'command.list.filter.words',
    arguments: [filter],
    run: (list, args) => list.filterBy(args.filter ?? ''),
  }),
  onList('list.submit', 'command.list.submit', { section: 'list', run: (list) => list.submitFilters() }),
  onList('list.resetFilters', 'command.list.resetFilters', { section: 'list', run: (list) => list.resetFilters() }),
  onList('list.status', 'command.list.status', {
    section: 'list',
    conditions: ['list.statuses'],
    arguments: [status],
    run: (list, args) => list.setStatus(args.status ?? ''),
  }),
  rangeCommand('last7'),
  rangeCommand('today'),
  rangeCommand('week'),
  rangeCommand('month'),
  rangeCommand('year'),
  onList('list.refresh', 'command.list.refresh', {
    section: 'list',
    keywords: 'command.list.refresh.words',
    run: (list) => list.refresh(),
  }),
  onList('change.next', 'command.change.next', {
    section: 'list',
    keywords: 'command.change.words',
    repeatable: true,
    run: (list, args) => list.moveToChange(countOf(args)),
  }),
  onList('change.prev', 'command.change.prev', {
    section: 'list',
    keywords: 'command.change.words',
    repeatable: true,
    run: (list, args) => list.moveToChange(-countOf(args)),
  }),
  onList('list.sort', 'command.list.sort', {
    section: 'list',
    arguments: [column, direction],
    run: (list, args) => list.sort(args.column ?? '', args.direction === 'none' ? null : (args.direction as 'asc' | 'desc')),
  }),
  onList('sort.toggle', 'command.sort.toggle', {
    section: 'list',
    conditions: ['column.sortable'],
    run: (list) => list.toggleSort(),
  }),
  onList('sort.clear', 'command.sort.clear', { section: 'list', run: (list) => list.sort('', null) }),
  onList('list.next', 'command.list.next', {
    section: 'list',
    repeatable: true,
    run: (list, args) => list.goToPage({ by: countOf(args) }),
  }),
  onList('list.prev', 'command.list.prev', {
    section: 'list',
    repeatable: true,
    run: (list, args) => list.goToPage({ by: -countOf(args) }),
  }),
  onList('list.first', 'command.list.first', { section: 'list', run: (list) => list.goToPage('first') }),
  onList('list.last', 'command.list.last', { section: 'list', run: (list) => list.goToPage('last') }),
  onList('list.goto', 'command.list.goto', {
    section: 'list',
    arguments: [page],
    run: (list, args) => list.goToPage(Number(args.page)),
  }),
  onList('list.toRow', 'command.list.toRow', {
    section: 'list',
    arguments: [row],
    run: (list, args) => list.moveTo(Number(args.row)),
  }),
  onList('list.pageSize', 'command.list.pageSize', {
    section: 'list',
    arguments: [size],
    run: (list, args) => list.setPageSize(Number(args.size)),
  }),
  onList('list.columns', 'command.list.columns', { section: 'list', run: (list) => list.chooseColumns() }),
  onList('col.widen', 'command.col.widen', { section: 'list', listing: 'typed', run: (list) => list.widenColumn(1) }),
  onList('col.narrow', 'command.col.narrow', { section: 'list', listing: 'typed', run: (list) => list.widenColumn(-1) }),
  onList('density', 'command.density', { section: 'list', run: (list) => list.toggleDensity() }),
  onList('copy.query', 'command.copy.query', { section: 'list', run: (list) => list.copy('query') }),
] as const

/** Cursor moves. They run by key and are found by name only. */
export const moveCommands = [
  onList('row.next', 'command.row.next', {
    section: 'row',
    listing: 'typed',
    repeatable: true,
    run: (list, args) => list.moveBy(countOf(args)),
  }),
  onList('row.prev', 'command.row.prev', {
    section: 'row',
    listing: 'typed',
    repeatable: true,
    run: (list, args) => list.moveBy(-countOf(args)),
  }),
  onList('row.first', 'command.row.first', {
    section: 'row',
    listing: 'typed',
    repeatable: true,
    run: (list, args) => list.moveTo(countOf(args)),
  }),
  onList('row.last', 'command.row.last', {
    section: 'row',
    listing: 'typed',
    repeatable: true,
    run: (list, { count }) => list.moveTo(count === undefined ? 'last' : Number(count)),
  }),
  onList('row.pageDown', 'command.row.pageDown', {
    section: 'row',
    listing: 'typed',
    repeatable: true,
    run: (list) => list.moveByViewport(1),
  }),
  onList('row.pageUp', 'command.row.pageUp', {
    section: 'row',
    listing: 'typed',
    repeatable: true,
    run: (list) => list.moveByViewport(-1),
  }),
  onList('cell.next', 'command.cell.next', {
    section: 'row',
    listing: 'typed',
    repeatable: true,
    run: (list, args) => repeat(countOf(args), () => list.moveCell(1)),
  }),
  onList('cell.prev', 'command.cell.prev', {
    section: 'row',
    listing: 'typed',
    repeatable: true,
    run: (list, args) => repeat(countOf(args), () => list.moveCell(-1)),
  }),
  onList('cell.first', 'command.cell.first', { section: 'row', listing: 'typed', run: (list) => list.moveCell('first') }),
  onList('cell.last', 'command.cell.last', { section: 'row', listing: 'typed', run: (list) => list.moveCell('last') }),
] as const

// Rows have a few dozen cells; a larger count moves to the end.
const MAX_CELLS = 100

function repeat(count: number, move: () => void): void {
  for (let left = Math.min(count, MAX_CELLS); left > 0; left--) move()
}
