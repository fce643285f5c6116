import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { Hit, Search, SearchResult, Task } from '#machines/palette/page.ts'
import { createPaletteMachine } from '#machines/palette/paletteMachine.ts'

type Kind = 'payin' | 'usdtPayin'

const task = (command: string, rest: Partial<Task> = {}): Task => ({
  command,
  given: {},
  missingArguments: [],
  confirm: null,
  showsAnswer: false,
  newTab: false,
  ...rest,
})

const hit = (number: string, kind: Kind = 'payin'): Hit<Kind> => {
  const value = `${kind}/${number}/${number}`
  return { kind, row: { id: number }, value, task: task('order.jump', { given: { order: value } }) }
}

const search = (text: string): Search<Kind> => ({ by: 'number', text, kinds: ['payin'] })

/** A palette with searches answered by the test, and its effects. `searched` is told with each answer. */
function opened(searched: SearchResult<Kind>['searched'] = null) {
  const clock = new SimulatedClock()
  const asked = new Map<string, PromiseWithResolvers<Hit<Kind>[]> & { signal: AbortSignal }>()
  const running = new Map<string, PromiseWithResolvers<{ figures: number } | null>>()
  const did: string[] = []
  const done = new Set<string>()
  const palette = createActor(
    createPaletteMachine<Kind, { figures: number }>().provide({
      actors: {
        lookUp: fromPromise<SearchResult<Kind>, Search<Kind>>(({ input, signal }) => {
          const answer = Promise.withResolvers<Hit<Kind>[]>()
          asked.set(input.text, { ...answer, signal })
          return answer.promise.then((hits) => ({ hits, searched }))
        }),
        run: fromPromise<{ figures: number } | null, Task>(({ input }) => {
          const answer = Promise.withResolvers<{ figures: number } | null>()
          running.set(input.command, answer)
          did.push(`run ${input.command}`)
          return answer.promise
        }),
      },
      actions: {
        rememberOpener: () => did.push('remember'),
        restoreFocus: () => did.push('restore'),
        perform: (_, { task: { command, given, newTab } }) =>
          did.push(`perform ${[command, ...Object.values(given), ...(newTab ? ['in a new tab'] : [])].join(' ')}`),
      },
      guards: { wasJustRun: (_, { task: { command, confirm } }) => confirm === null && done.has(command) },
    }),
    { clock },
  ).start()
  palette.send({ type: 'palette.open', mode: 'all' })
  const type = (text: string, { pasted = false, known = [] as Hit<Kind>[] } = {}) =>
    palette.send({ type: 'text.changed', text, search: search(text), known, pasted })
  const choose = (one: Task, keepOpen = false) => palette.send({ type: 'row.chosen', row: one.command, task: one, keepOpen })
  const context = () => palette.getSnapshot().context
  const isAt = (page: string) => {
    const { value } = palette.getSnapshot()
    return typeof value === 'object' && 'open' in value && value.open.page === page
  }
  return { clock, palette, type, choose, context, isAt, asked, running, did, done }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a search is sent 80 ms after the last key, and at once for pasted text', () => {
  const { clock, type, asked } = opened()
  type('261')
  clock.increment(79)
  type('2611')
  clock.increment(79)
  expect([...asked.keys()]).toEqual([])
  clock.increment(1)
  expect([...asked.keys()]).toEqual(['2611'])
  type('26111', { pasted: true })
  expect([...asked.keys()]).toEqual(['2611', '26111'])
})

test('a late answer to an older text is dropped, and its call is aborted', async () => {
  const { clock, type, asked, context } = opened()
  type('2611')
  clock.increment(80)
  type('26112')
  expect(asked.get('2611')?.signal.aborted).toBe(true)
  clock.increment(80)
  asked.get('26112')?.resolve([hit('26112')])
  await settled()
  asked.get('2611')?.resolve([hit('2611')])
  await settled()
  expect(context().page.hits.map(({ value }) => value)).toEqual(['payin/26112/26112'])
})

test('Enter waits for a search with one hit, and opens it', async () => {
  const { palette, type, asked, did } = opened()
  type('2611')
  palette.send({ type: 'row.awaited' })
  asked.get('2611')?.resolve([hit('2611')])
  await settled()
  expect(did).toEqual(['remember', 'restore', 'perform order.jump payin/2611/2611'])
  expect(palette.getSnapshot().value).toBe('closed')
})

test('a pending Enter opens its hit in a new tab, or keeps the palette open, as it was pressed', async () => {
  const { palette, type, asked, did, choose, context } = opened()
  const find = async (text: string, how: { newTab?: boolean; keepOpen?: boolean }) => {
    type(text)
    palette.send({ type: 'row.awaited', ...how })
    asked.get(text)?.resolve([hit(text)])
    await settled()
    return palette.getSnapshot().hasTag('open')
  }
  expect(await find('2611', { keepOpen: true })).toBe(true)
  expect(context().page.text).toBe('2611')
  // A plain Enter closes the palette, whatever an earlier one did.
  choose(task('list.refresh'), true)
  expect(await find('2612', {})).toBe(false)
  palette.send({ type: 'palette.open', mode: 'all' })
  expect(await find('2613', { newTab: true })).toBe(false)
  expect(did.filter((one) => one.startsWith('perform'))).toEqual([
    'perform order.jump payin/2611/2611',
    'perform list.refresh',
    'perform order.jump payin/2612/2612',
    'perform order.jump payin/2613/2613 in a new tab',
  ])
})

test('a command that keeps the palette open keeps it after a pending Enter gives its argument', async () => {
  const { palette, type, asked, choose, isAt } = opened()
  choose(task('order.notify', { missingArguments: ['order'] }), true)
  type('2611')
  palette.send({ type: 'row.awaited' })
  asked.get('2611')?.resolve([hit('2611')])
  await settled()
  expect(isAt('searching')).toBe(true)
})

test('Enter waits at most 1500 ms: a later answer is only shown', async () => {
  const { clock, palette, type, asked, context, did } = opened()
  type('2611')
  palette.send({ type: 'row.awaited' })
  clock.increment(1_499)
  expect(context().latched).toBe(true)
  clock.increment(1)
  expect(context()).toMatchObject({ latched: false, note: 'slow' })
  asked.get('2611')?.resolve([hit('2611')])
  await settled()
  expect(did).toEqual(['remember'])
  expect(context().page.hits).toHaveLength(1)
})

test('any key cancels a pending Enter', async () => {
  const { palette, type, asked, did, context } = opened()
  type('2611')
  palette.send({ type: 'row.awaited' })
  palette.send({ type: 'row.picked', row: 'lookup' })
  expect(context().latched).toBe(false)
  palette.send({ type: 'row.awaited' })
  type('26112')
  asked.get('2611')?.resolve([hit('2611')])
  await settled()
  expect(did).toEqual(['remember'])
})

test('an answer after the pending Enter timed out replaces the note about a slow search', async () => {
  const { palette, type, context, clock, asked } = opened()
  const late = async (text: string, ...hits: Hit<Kind>[]) => {
    type(text, { pasted: true })
    palette.send({ type: 'row.awaited' })
    clock.increment(1_500)
    expect(context().note).toBe('slow')
    asked.get(text)!.resolve(hits)
    await settled()
    return [context().note, context().page.hits.length]
  }
  expect(await late('2026', hit('2026'))).toEqual([null, 1])
  expect(await late('2027')).toEqual([null, 0])
  expect(await late('2028', hit('a2028'), hit('b2028'))).toEqual(['several', 2])
})

test('a pending Enter with no hit says so, and with several hits opens none', async () => {
  const { palette, type, asked, context, did } = opened()
  type('2611')
  palette.send({ type: 'row.awaited' })
  asked.get('2611')?.resolve([])
  await settled()
  expect(context().note).toBe('nothing')
  type('7777')
  palette.send({ type: 'row.awaited' })
  asked.get('7777')?.resolve([hit('1', 'payin'), hit('2', 'usdtPayin')])
  await settled()
  expect(context()).toMatchObject({ note: 'several', page: { hits: { length: 2 } } })
  expect(did).toEqual(['remember'])
})

test('how far a search went stays with its text, with a pending Enter and without', async () => {
  const searched = { rows: 500, lists: 2 }
  const { palette, type, asked, context } = opened(searched)
  type('2611', { pasted: true })
  asked.get('2611')?.resolve([])
  await settled()
  expect(context()).toMatchObject({ note: null, page: { searched } })
  type('2612', { pasted: true })
  expect(context().page.searched).toBeNull()
  palette.send({ type: 'row.awaited' })
  asked.get('2612')?.resolve([])
  await settled()
  expect(context()).toMatchObject({ note: 'nothing', page: { searched } })
  palette.send({ type: 'escape' })
  expect(context().page).toMatchObject({ text: '', searched: null })
})

test('a known order is merged with the found ones', async () => {
  const { clock, type, asked, context } = opened()
  type('2611', { known: [hit('2611')] })
  expect(context().page.hits).toHaveLength(1)
  clock.increment(80)
  asked.get('2611')?.resolve([hit('2611'), hit('9')])
  await settled()
  expect(context().page.hits.map(({ value }) => value)).toEqual(['payin/2611/2611', 'payin/9/9'])
})

test('Enter retries a failed search', async () => {
  const { clock, palette, type, asked, context, did } = opened()
  type('2611')
  clock.increment(80)
  asked.get('2611')?.reject(new Error('offline'))
  await settled()
  expect(context().note).toBe('failed')
  palette.send({ type: 'row.awaited' })
  asked.get('2611')?.resolve([hit('2611')])
  await settled()
  expect(did.at(-1)).toBe('perform order.jump payin/2611/2611')
})

test('a failed search that is tried again for a command opens nothing by itself', async () => {
  const { palette, type, asked, did, context } = opened()
  type('2611', { pasted: true })
  asked.get('2611')?.reject(new Error('offline'))
  await settled()
  palette.send({ type: 'search.retried' })
  asked.get('2611')?.resolve([hit('2611')])
  await settled()
  expect(context()).toMatchObject({ note: null, page: { hits: [{ value: 'payin/2611/2611' }] } })
  expect(did).toEqual(['remember'])
})

test('each argument is a page, going back restores it, and the last one runs the command', () => {
  const { palette, choose, context, isAt, did } = opened()
  palette.send({ type: 'text.changed', text: 'sort', search: null, known: [], pasted: false })
  choose(task('list.sort', { missingArguments: ['column', 'direction'] }))
  expect(isAt('asking')).toBe(true)
  expect(context().page.text).toBe('')
  palette.send({ type: 'text.changed', text: 'amo', search: null, known: [], pasted: false })
  palette.send({ type: 'argument.given', value: 'payAmount' })
  expect(context().page.task).toMatchObject({ given: { column: 'payAmount' }, missingArguments: ['direction'] })
  palette.send({ type: 'page.back' })
  expect(context().page).toMatchObject({ text: 'amo', task: { given: {}, missingArguments: ['column', 'direction'] } })
  palette.send({ type: 'page.back' })
  expect(context().page).toMatchObject({ text: 'sort', pick: 'list.sort', task: null })
  choose(task('list.sort', { missingArguments: ['column', 'direction'] }))
  palette.send({ type: 'argument.given', value: 'payAmount' })
  palette.send({ type: 'argument.given', value: 'desc' })
  expect(did.at(-1)).toBe('perform list.sort payAmount desc')
})

test('a pending Enter gives the only found order as the argument', async () => {
  const { palette, choose, type, asked, did } = opened()
  choose(task('payin.notify', { missingArguments: ['order'] }))
  type('2611')
  palette.send({ type: 'row.awaited' })
  asked.get('2611')?.resolve([hit('2611')])
  await settled()
  expect(did.at(-1)).toBe('perform payin.notify payin/2611/2611')
})

test('Escape clears, then goes back, then closes', () => {
  const { palette, choose, context } = opened()
  palette.send({ type: 'text.changed', text: 'go', search: null, known: [], pasted: false })
  choose(task('list.goto', { missingArguments: ['page'] }))
  palette.send({ type: 'text.changed', text: '12', search: null, known: [], pasted: false })
  const steps = ['12']
  while (palette.getSnapshot().value !== 'closed') {
    palette.send({ type: 'escape' })
    steps.push(
      palette.getSnapshot().value === 'closed'
        ? 'closed'
        : `${context().page.task?.command ?? 'list'} "${context().page.text}"`,
    )
  }
  expect(steps).toEqual(['12', 'list.goto ""', 'list "go"', 'list ""', 'closed'])
})

test('a task that needs confirmation runs only after it', () => {
  const { palette, choose, isAt, did } = opened()
  choose(task('payin.close', { confirm: 'always' }))
  expect(isAt('confirming')).toBe(true)
  palette.send({ type: 'escape' })
  expect(isAt('searching')).toBe(true)
  expect(did).toEqual(['remember'])
  choose(task('payin.close', { confirm: 'always' }))
  palette.send({ type: 'task.confirmed' })
  expect(did).toEqual(['remember', 'restore', 'perform payin.close'])
})

test('repeating the same task within a moment asks for confirmation once', () => {
  const { palette, choose, isAt, done, did } = opened()
  done.add('payin.notify')
  choose(task('payin.notify'))
  expect(isAt('confirming')).toBe(true)
  palette.send({ type: 'task.confirmed' })
  expect(did.at(-1)).toBe('perform payin.notify')
})

test('a command run with the palette kept open restores the text and the row', () => {
  const { palette, choose, context, isAt, did } = opened()
  palette.send({ type: 'text.changed', text: 'theme', search: null, known: [], pasted: false })
  choose(task('theme.dark'), true)
  expect(did).toEqual(['remember', 'perform theme.dark'])
  expect(isAt('searching')).toBe(true)
  expect(context()).toMatchObject({ page: { text: 'theme', pick: 'theme.dark' }, below: [] })
})

test('a result is shown, and Escape leads back to the list', async () => {
  const { palette, choose, running, context, isAt } = opened()
  choose(task('account.balance', { showsAnswer: true }))
  running.get('account.balance')?.resolve({ figures: 4 })
  await settled()
  expect(isAt('showing')).toBe(true)
  expect(context().answer).toEqual({ figures: 4 })
  palette.send({ type: 'escape' })
  expect(isAt('searching')).toBe(true)
})

test('a task started elsewhere opens on the page of its argument, and closes from it', () => {
  const { palette, isAt, did } = opened()
  palette.send({ type: 'palette.close' })
  palette.send({ type: 'task.begin', task: task('list.goto', { missingArguments: ['page'] }) })
  expect(isAt('asking')).toBe(true)
  palette.send({ type: 'escape' })
  expect(palette.getSnapshot().value).toBe('closed')
  expect(did).toEqual(['remember', 'restore', 'remember', 'restore'])
})

test('opening it while it is open resets it and keeps the opener', () => {
  const { palette, context, did } = opened()
  palette.send({ type: 'text.changed', text: 'x', search: null, known: [], pasted: false })
  palette.send({ type: 'palette.open', mode: 'orders' })
  expect(context().page).toMatchObject({ mode: 'orders', text: '' })
  palette.send({ type: 'page.back' })
  expect(context().page.mode).toBe('all')
  palette.send({ type: 'palette.toggle' })
  expect(did).toEqual(['remember', 'restore'])
})

test('a restored page has nothing of the page after it', async () => {
  const { palette, choose, type, asked, context } = opened()
  type('2611', { pasted: true })
  choose(task('list.goto', { missingArguments: ['page'] }))
  expect(asked.get('2611')?.signal.aborted).toBe(true)
  asked.get('2611')?.resolve([hit('2611')])
  await settled()
  expect(context().page.hits).toEqual([])
  // The search has no answer yet, so it is sent again.
  palette.send({ type: 'page.back' })
  expect(context().page.text).toBe('2611')
  asked.get('2611')?.resolve([hit('2611')])
  await settled()
  expect(context().page.hits).toHaveLength(1)
})
