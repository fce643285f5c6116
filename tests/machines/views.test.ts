import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { SavedView } from '#contract/rows/views.ts'
import {
  type LoadedViews,
  type ViewChangeResult,
  type ViewsContext,
  type ViewsEvent,
  viewsMachine,
} from '#machines/views/viewsMachine.ts'
import { changed } from '../../src/state/savedViews.ts'
import { pathsOf } from './paths.ts'

const view = (name: string): SavedView => ({ list: 'payin', name, query: '' })
const save = (ask: number, name: string) => ({ type: 'views.change', ask, change: { kind: 'save', view: view(name) } }) as const

/** The machine with answers controlled by the test. */
function started() {
  const reads: PromiseWithResolvers<LoadedViews>[] = []
  const writes: PromiseWithResolvers<readonly SavedView[]>[] = []
  const news: ViewChangeResult[] = []
  const asked = <Out>(all: PromiseWithResolvers<Out>[]) => {
    const one = Promise.withResolvers<Out>()
    all.push(one)
    return one.promise
  }
  const actor = createActor(
    viewsMachine.provide({
      actors: { read: fromPromise<LoadedViews, void>(() => asked(reads)), write: fromPromise(() => asked(writes)) },
    }),
  ).start()
  actor.on('*', (one) => news.push(one))
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { actor, reads, writes, news, settled }
}

test('paths of the views', () => {
  const events = [
    { type: 'views.need' },
    save(1, 'A'),
    { type: 'xstate.done.actor.read', output: { keeper: 'gateway', views: [] } },
    { type: 'xstate.error.actor.read', error: new Error('down') },
    { type: 'xstate.done.actor.write', output: [view('A')] },
    { type: 'xstate.error.actor.write', error: new Error('no') },
  ] as ViewsEvent[]
  const facts = ({ waiting }: ViewsContext) => `${Math.min(waiting.length, 2)} waiting`
  expect(pathsOf(viewsMachine, events, undefined, facts)).toMatchInlineSnapshot(`
    "⇒ "unread" 0 waiting
    views.need ⇒ "reading" 0 waiting
    views.change ⇒ "reading" 1 waiting
    views.need → xstate.done.actor.read ⇒ "ready" 0 waiting
    views.change → views.change ⇒ "reading" 2 waiting
    views.change → xstate.done.actor.read ⇒ "writing" 1 waiting
    views.change → views.change → xstate.done.actor.read ⇒ "writing" 2 waiting"
  `)
})

test('changes are sent one after the other, and none before the views are read', async () => {
  const { actor, reads, writes, news, settled } = started()
  actor.send(save(1, 'A'))
  actor.send(save(2, 'B'))
  expect([reads.length, writes.length]).toEqual([1, 0])
  reads[0]?.resolve({ keeper: 'gateway', views: [] })
  await settled()
  expect(writes).toHaveLength(1)
  writes[0]?.reject(new Error('no'))
  await settled()
  expect(writes).toHaveLength(2)
  writes[1]?.resolve([view('B')])
  await settled()
  expect(news.map(({ type, ask }) => `${ask} ${type}`)).toEqual(['1 view.refused', '2 view.kept'])
  expect(actor.getSnapshot().context.views).toEqual([view('B')])
})

test('without readable views no change is sent, and the next need reads again', async () => {
  const { actor, reads, news, settled } = started()
  actor.send(save(1, 'A'))
  reads[0]?.reject(new Error('down'))
  await settled()
  expect(news).toEqual([{ type: 'view.refused', ask: 1, error: new Error('down') }])
  actor.send({ type: 'views.need' })
  expect(reads).toHaveLength(2)
})

test('a repeated read is done in every state: after a failure, in place of the running one, and after the running change', async () => {
  const { actor, reads, writes, settled } = started()
  actor.send({ type: 'views.need' })
  reads[0]?.reject(new Error('down'))
  await settled()
  actor.send({ type: 'views.reread' })
  expect(reads).toHaveLength(2)
  actor.send({ type: 'views.reread' })
  expect(reads).toHaveLength(3)
  reads[1]?.resolve({ keeper: 'browser', views: [view('old')] })
  await settled()
  expect(actor.getSnapshot().context.views).toEqual([])
  reads[2]?.resolve({ keeper: 'browser', views: [view('A')] })
  await settled()
  actor.send(save(1, 'B'))
  actor.send(save(2, 'C'))
  actor.send({ type: 'views.reread' })
  expect([reads.length, writes.length]).toEqual([3, 1])
  writes[0]?.resolve([view('A'), view('B')])
  await settled()
  expect([reads.length, writes.length]).toEqual([4, 1])
  reads[3]?.resolve({ keeper: 'gateway', views: [view('D')] })
  await settled()
  expect(actor.getSnapshot().context).toMatchObject({ keeper: 'gateway', views: [view('D')] })
  expect([reads.length, writes.length]).toEqual([4, 2])
})

test('views stored in the browser change like those on the gateway', () => {
  const all = changed([view('B'), view('a')], { kind: 'save', view: view('C'), formerly: 'b' })
  expect(all.map(({ name }) => name)).toEqual(['a', 'C'])
  expect(changed(all, { kind: 'remove', view: view('A') }).map(({ name }) => name)).toEqual(['C'])
  expect(changed(all, { kind: 'save', view: { ...view('c'), query: 'x' } })).toEqual([view('a'), { ...view('c'), query: 'x' }])
  const named = changed(all, { kind: 'save', view: view('B') })
  const ofAll = changed(named, { kind: 'save', view: { ...view('Z'), list: 'checkout' } })
  expect(ofAll.map(({ list, name }) => `${list} ${name}`)).toEqual(['checkout Z', 'payin a', 'payin B', 'payin C'])
})
