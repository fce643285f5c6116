import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { countOf, type ListContext } from '#machines/list/listContext.ts'
import type { ListEvent } from '#machines/list/listEvents.ts'
import { INPUT, pagesWith, QUERY, type Query, quietList, type Row, rowOf } from './listFixture.ts'
import { pathsOf } from './paths.ts'

type Event = ListEvent<Row, Query>
type Context = ListContext<Row, Query, string, string>

const labelled = (label: string, event: object): Event => ({ ...event, label }) as unknown as Event

test('rows are read, read again, and placed around the cursor', () => {
  const events = [
    labelled('rows', pagesWith([rowOf('a'), rowOf('b')])),
    labelled('no rows', pagesWith([])),
    labelled('a failure', pagesWith(null, { value: 'failed' })),
    labelled('another filter', { type: 'query.read', query: { ...QUERY, filter: 'failed' } }),
    labelled('rows of the former query', pagesWith(null, { former: pagesWith([rowOf('a')]).snapshot.context })),
    labelled('reload', { type: 'list.reload', filter: 'all', inserted: 0 }),
  ]
  const facts = ({ cursor, epoch }: Context) => `cursor ${cursor.row} epoch ${Math.min(2, epoch)}`
  expect(pathsOf(quietList(), events, INPUT, facts, ['rows'])).toMatchInlineSnapshot(`
    "⇒ [{"reading":"same"}] cursor 0 epoch 0
    rows ⇒ [{"read":"shown"}] cursor 0 epoch 1
    no rows ⇒ [{"read":"shown"}] cursor -1 epoch 1
    a failure ⇒ [{"reading":"same"}] cursor -1 epoch 0
    another filter ⇒ [{"reading":"filtered"}] cursor 0 epoch 0
    rows → a failure ⇒ [{"reading":"same"}] cursor -1 epoch 1
    rows → another filter ⇒ [{"reading":"filtered"}] cursor 0 epoch 1
    rows → rows of the former query ⇒ [{"reading":"same"}] cursor 0 epoch 1
    rows → reload ⇒ [{"read":"asked"}] cursor 0 epoch 1
    no rows → rows ⇒ [{"read":"shown"}] cursor 0 epoch 2
    no rows → another filter ⇒ [{"reading":"filtered"}] cursor -1 epoch 1
    no rows → reload ⇒ [{"read":"asked"}] cursor -1 epoch 1
    a failure → another filter ⇒ [{"reading":"filtered"}] cursor -1 epoch 0
    rows → a failure → no rows ⇒ [{"read":"shown"}] cursor -1 epoch 2
    no rows → rows → a failure ⇒ [{"reading":"same"}] cursor -1 epoch 2
    no rows → rows → another filter ⇒ [{"reading":"filtered"}] cursor 0 epoch 2
    no rows → rows → rows of the former query ⇒ [{"reading":"same"}] cursor 0 epoch 2
    no rows → rows → reload ⇒ [{"read":"asked"}] cursor 0 epoch 2
    rows → a failure → no rows → another filter ⇒ [{"reading":"filtered"}] cursor -1 epoch 2
    rows → a failure → no rows → reload ⇒ [{"read":"asked"}] cursor -1 epoch 2"
  `)
})

test('the address is written when the cursor rests, and before a navigation', () => {
  const events = [
    labelled('rows', pagesWith([rowOf('a'), rowOf('b')])),
    labelled('down', { type: 'cursor.set', row: 1 }),
    labelled('up', { type: 'cursor.set', row: 0 }),
    labelled('rest', { type: 'xstate.after.writeDelay.list.address.unwritten' }),
    labelled('navigate', { type: 'query.navigate', changes: { sort: 'createTime.asc' }, how: 'push' }),
    labelled('navigated', { type: 'query.read', query: QUERY }),
    { type: 'list.close' },
  ] as Event[]
  const facts = ({ query, epoch }: Context) => `${epoch === 0 ? 'unread' : 'read'} at ${query.at}`
  expect(pathsOf(quietList(), events, INPUT, facts, ['address'])).toMatchInlineSnapshot(`
    "⇒ ["written"] unread at null
    rows ⇒ ["written"] read at null
    rows → down ⇒ ["unwritten"] read at b
    rows → down → up ⇒ ["unwritten"] read at null
    rows → down → rest ⇒ ["written"] read at b"
  `)
})

test('the cursor waits for a row that is not known yet', () => {
  const rows = Array.from({ length: 10 }, (_, n) => rowOf(`row ${n}`))
  const more = Array.from({ length: 10 }, (_, n) => rowOf(`row ${10 + n}`))
  const uncounted = { isCounted: false, isAnswered: true, maxPageNo: 1, total: 10 }
  const events = [
    labelled('10+ rows', pagesWith(rows, { ...uncounted, sought: 12 })),
    labelled('20+ rows', pagesWith(rows, { ...uncounted, dataBins: { 1: rows, 2: more }, maxPageNo: 2, total: 20 })),
    labelled('10 rows', pagesWith(rows, { ...uncounted, end: 10 })),
    labelled('to row 12', { type: 'cursor.reach', row: 12 }),
    labelled('to row 5', { type: 'cursor.set', row: 5 }),
    labelled('another filter', { type: 'query.read', query: { ...QUERY, filter: 'failed' } }),
  ]
  const facts = ({ cursor, pages }: Context) => `cursor ${cursor.row} of ${countOf(pages)}`
  expect(pathsOf(quietList(), events, INPUT, facts, ['cursor'])).toMatchInlineSnapshot(`
    "⇒ ["resting"] cursor 0 of 10
    20+ rows ⇒ ["resting"] cursor 0 of 20
    to row 12 ⇒ ["reaching"] cursor 0 of 10
    to row 5 ⇒ ["resting"] cursor 5 of 10
    20+ rows → to row 12 ⇒ ["resting"] cursor 12 of 20
    20+ rows → to row 5 ⇒ ["resting"] cursor 5 of 20
    to row 12 → 10 rows ⇒ ["resting"] cursor 9 of 10
    to row 5 → to row 12 ⇒ ["reaching"] cursor 5 of 10
    to row 12 → 10 rows → 20+ rows ⇒ ["resting"] cursor 9 of 20"
  `)
})

test('moves before an answer count from where it puts the cursor', () => {
  const rows = Array.from({ length: 5 }, (_, n) => rowOf(`row ${n}`))
  const former = pagesWith([rowOf('old')]).snapshot.context
  const events = [
    labelled('5 rows', pagesWith(rows)),
    labelled('2 rows', pagesWith(rows.slice(0, 2))),
    labelled('rows of the former query', pagesWith(null, { former })),
    labelled('the same rows being read again', pagesWith(null, { former, isReread: true })),
    labelled('3 down', { type: 'cursor.ahead', by: 3 }),
    labelled('1 up', { type: 'cursor.ahead', by: -1 }),
    labelled('to the last', { type: 'cursor.ahead', to: 'last' }),
    labelled('a click in row 3', { type: 'cursor.set', row: 2 }),
    labelled('another filter', { type: 'query.read', query: { ...QUERY, filter: 'failed' } }),
  ]
  const after = (...labels: string[]) => {
    const actor = createActor(quietList(), { input: INPUT }).start()
    for (const label of labels) actor.send(events.find((event) => Object(event).label === label)!)
    const { cursor } = actor.getSnapshot().context
    actor.stop()
    return cursor.row
  }
  const FORMER = 'rows of the former query'
  expect(after('3 down', '1 up', '5 rows')).toBe(2)
  expect(after('3 down', '2 rows')).toBe(1)
  expect(after('1 up', '5 rows')).toBe(0)
  expect(after('to the last', '1 up', '5 rows')).toBe(3)
  expect(after('3 down', 'to the last', '5 rows')).toBe(4)
  expect(after('a click in row 3', '5 rows')).toBe(2)
  expect(after('5 rows', '3 down')).toBe(0)
  expect(after('5 rows', FORMER, '3 down', '5 rows')).toBe(3)
  expect(after('5 rows', FORMER, '3 down', 'another filter', FORMER, '1 up', '5 rows')).toBe(0)
  expect(after('5 rows', FORMER, '3 down', '5 rows', 'another filter', FORMER, '5 rows')).toBe(0)
  expect(after('5 rows', 'the same rows being read again', '3 down', '5 rows', 'another filter', FORMER, '5 rows')).toBe(0)
})

test('a row is opened, followed, moved from and closed', () => {
  const done = (id: string, output: unknown, label: string) => labelled(label, { type: `xstate.done.actor.${id}`, output })
  const failed = (id: string) => labelled(`${id} failed`, { type: `xstate.error.actor.${id}`, error: new Error('no answer') })
  const read = (label: string, changes: Partial<Query>) =>
    labelled(label, { type: 'query.read', query: { ...QUERY, ...changes } })
  const events = [
    labelled('rows', pagesWith([rowOf('a'), rowOf('b')])),
    read('open a', { open: 'a', view: 'inside' }),
    read('open z', { open: 'z', view: 'inside' }),
    read('peek', { view: 'peek' }),
    read('closed', {}),
    { type: 'row.open' },
    { type: 'row.cancel' },
    { type: 'row.move', by: 1 },
    { type: 'detail.find' },
    { type: 'detail.retry' },
    { type: 'detail.reload' },
    labelled('rest', { type: 'xstate.after.settleDelay.list.detail.settling' }),
    done('fetchTrail', { row: rowOf('a'), trail: 'trail' }, 'trail'),
    failed('fetchTrail'),
    done('findRow', { row: rowOf('z'), searched: null }, 'found'),
    done('findRow', { row: null, searched: null }, 'there is none'),
    failed('findRow'),
  ] as Event[]
  const facts = ({ detail, query }: Context) => [detail.id, query.view].filter(Boolean).join(' ')
  expect(pathsOf(quietList(), events, INPUT, facts, ['detail', 'awaited'])).toMatchInlineSnapshot(`
    "⇒ ["closed","none"]
    open a ⇒ ["closed","none"] inside
    peek ⇒ ["closed","none"] peek
    row.open ⇒ ["closed","toOpen"]
    row.move ⇒ ["closed","toMove"]
    open a → rows ⇒ ["loading","none"] a inside
    open a → row.open ⇒ ["closed","toOpen"] inside
    open a → row.move ⇒ ["closed","toMove"] inside
    peek → rows ⇒ ["settling","none"] a peek
    peek → row.open ⇒ ["closed","toOpen"] peek
    peek → row.move ⇒ ["closed","toMove"] peek
    row.move → rows ⇒ ["settling","none"] b
    open a → rows → open z ⇒ ["missing","none"] z inside
    open a → rows → peek ⇒ ["loading","none"] a peek
    open a → rows → row.move ⇒ ["settling","none"] b inside
    open a → rows → trail ⇒ ["shown","none"] a inside
    open a → rows → fetchTrail failed ⇒ ["failed","none"] a inside
    open a → row.move → rows ⇒ ["loading","none"] b inside
    peek → rows → open a ⇒ ["settling","none"] a inside
    peek → rows → row.move ⇒ ["settling","none"] b peek
    row.move → rows → rest ⇒ ["loading","none"] b
    open a → rows → open z → detail.find ⇒ ["finding","none"] z inside
    open a → rows → peek → trail ⇒ ["shown","none"] a peek
    open a → rows → peek → fetchTrail failed ⇒ ["failed","none"] a peek
    open a → row.move → rows → trail ⇒ ["shown","none"] b inside
    open a → row.move → rows → fetchTrail failed ⇒ ["failed","none"] b inside
    peek → rows → row.move → rest ⇒ ["loading","none"] b peek
    row.move → rows → rest → trail ⇒ ["shown","none"] b
    row.move → rows → rest → fetchTrail failed ⇒ ["failed","none"] b
    open a → rows → open z → detail.find → found ⇒ ["loading","none"] z inside
    open a → rows → open z → detail.find → there is none ⇒ ["gone","none"] z inside
    open a → rows → open z → detail.find → findRow failed ⇒ ["unfound","none"] z inside
    peek → rows → row.move → rest → trail ⇒ ["shown","none"] b peek
    peek → rows → row.move → rest → fetchTrail failed ⇒ ["failed","none"] b peek
    open a → rows → open z → detail.find → found → trail ⇒ ["shown","none"] z inside
    open a → rows → open z → detail.find → found → fetchTrail failed ⇒ ["failed","none"] z inside"
  `)
})
