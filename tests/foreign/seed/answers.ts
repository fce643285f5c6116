import type { Row } from './data.ts'
import type { Switches } from './switches.ts'

/** A request, read. */
export interface Ask {
  method: string
  path: string
  query: Readonly<Record<string, string>>
  /** The fields of the body, JSON or form. */
  body: Row
  token: string | null
  /** The number in the path. */
  id: string
}

/** What a call answers, before it is wrapped as this gateway wraps its answers. `silence` breaks the connection. */
export type Answer =
  | { item: unknown }
  | { rows: readonly Row[] }
  | { body: Row }
  | { file: string; name: string }
  | { refused: number; code: string; message: string }
  | 'silence'

export type Handler = (ask: Ask) => Answer

export const refuse = (refused: number, code: string, message: string): Answer => ({ refused, code, message })

/** A success that says nothing else. */
export const DONE: Answer = { body: { status: 'ok' } }

export function toResponse(answer: Answer, ask: Ask, switches: Switches): Response {
  if (answer === 'silence') throw new TypeError('Failed to fetch')
  if ('refused' in answer) return errorResponse(answer, switches)
  if ('file' in answer) {
    const headers = { 'content-type': 'text/csv', 'content-disposition': `attachment; filename="${answer.name}"` }
    return new Response(answer.file, { headers })
  }
  if ('body' in answer) return Response.json(answer.body)
  if ('rows' in answer) return Response.json(wrapRows(answer.rows, ask, switches))
  return Response.json(switches.container === 'bare' ? answer.item : { item: answer.item })
}

function errorResponse({ refused, code, message }: { refused: number; code: string; message: string }, { errors }: Switches) {
  if (errors === 'coded' || refused === 401) return Response.json({ error: code, message }, { status: refused })
  const status = refused < 500 ? 400 : refused
  if (errors === 'inside' && refused > 404 && refused < 500) return Response.json({ status: 'error', error: code, message })
  if (errors === 'plain' || errors === 'inside') return Response.json({ error: 'ERR', message }, { status })
  if (errors === 'text') return new Response(message, { status, headers: { 'content-type': 'text/plain' } })
  const page = `<!doctype html><html><body><h1>${status}</h1><p>${message}</p></body></html>`
  return new Response(page, { status, headers: { 'content-type': 'text/html' } })
}

const size = (text: string | undefined, absent: number): number => (text === undefined ? absent : Number(text))

function wrapRows(all: readonly Row[], { query, body }: Ask, switches: Switches): unknown {
  const found = switches.filters === 'heeded' ? sorted(all.filter(matching(body)), query.sort) : all
  const limit = size(query.limit, 10)
  const offset = size(query.offset, (size(query.page, 1) - 1) * limit)
  const rows = found.slice(offset, offset + limit)
  const total = switches.totals ? { totalCount: found.length } : {}
  switch (switches.container) {
    case 'item':
      return { item: rows, paginator: total }
    case 'data.item':
      return { data: { item: rows, ...total } }
    case 'data.list':
      return { data: { list: rows, ...total } }
    case 'double':
      return { data: { data: { list: rows, ...total } } }
    case 'bare':
      return rows
  }
}

/** Filters by fields that the rows of this list have. A field that it does not know is ignored. */
const matching = (filter: Row) => (row: Row) =>
  Object.entries(filter).every(([name, wanted]) => {
    if (name === 'startDate') return dayOf(row) >= String(wanted)
    if (name === 'endDate') return dayOf(row) <= String(wanted)
    return !(name in row) || [wanted].flat().map(String).includes(String(row[name]))
  })

const dayOf = ({ createTime }: Row): string => String(createTime ?? '').slice(0, 10)

function sorted(rows: readonly Row[], sort = 'createTime.desc'): readonly Row[] {
  const [column = '', direction] = sort.split('.')
  if (rows[0] === undefined || !(column in rows[0])) return rows
  const order = direction === 'asc' ? 1 : -1
  // Equal values stay in their order.
  return rows.toSorted((one, other) => order * String(one[column]).localeCompare(String(other[column]), 'en'))
}
