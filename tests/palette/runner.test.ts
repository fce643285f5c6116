import { expect, test } from 'vitest'
import type { AppScope } from '#commands/appScope.ts'
import type { Command } from '#commands/command.ts'
import type { Message } from '#commands/message.ts'
import { createRegistry } from '#commands/registry.ts'
import type { Scope } from '#commands/scope.ts'
import { taskOf } from '#commands/task.ts'
import type { Task } from '#machines/palette/page.ts'
import { ApiError } from '../../src/api/errors.ts'
import { createRunner } from '../../src/palette/runner.ts'

const plain = { title: 'command.list.refresh', section: 'order' } as const

/** A runner over these commands, with the tasks it sent to the palette and the messages it showed. */
function over(commands: Command[], app: Partial<AppScope> = {}) {
  const asked: Task[] = []
  const said: Message[] = []
  const reported: string[] = []
  let time = 0
  let keys = 0
  const scope = {
    permissions: ['user'],
    hiddenMenus: [],
    app: { toast: (one: Message) => void said.push(one), ...app },
  } as unknown as Scope
  const registry = createRegistry(commands)
  const runner = createRunner({
    registry,
    clock: { now: () => time },
    newIdempotencyKey: () => `key ${++keys}`,
    scope: () => scope,
    t: (key) => key,
    ask: (task) => void asked.push(task),
    onRun: (id) => void reported.push(id),
  })
  const pass = (ms: number) => {
    time += ms
  }
  return { runner, registry, scope, asked, said, reported, pass }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a command without arguments runs at once; one with arguments, a confirmation or a result opens the palette', () => {
  const ran: string[] = []
  const run = (name: string) => () => void ran.push(name)
  const { runner, asked } = over([
    { ...plain, id: 'plain', run: run('plain') },
    {
      ...plain,
      id: 'asks',
      arguments: [{ name: 'page', prompt: 'argument.page', ask: { text: /\d/, error: 'argument.page.error' } }],
      run: run('asks'),
    },
    { ...plain, id: 'confirms', confirm: () => ['palette.again'], run: run('confirms') },
    { ...plain, id: 'answers', showsResult: true, run: run('answers') },
    { ...plain, id: 'elsewhere', conditions: ['list.open'], showsResult: true, run: run('elsewhere') },
  ])
  for (const id of ['plain', 'asks', 'confirms', 'answers']) runner.begin(id)
  expect(ran).toEqual(['plain'])
  expect(
    asked.map(({ command, missingArguments: asks, confirm, showsAnswer: answers }) => [command, asks, confirm, answers]),
  ).toEqual([
    ['asks', ['page'], null, false],
    ['confirms', [], 'always', false],
    ['answers', [], null, true],
  ])
})

test('a run keeps its idempotency key only while it has no response', async () => {
  const names: string[] = []
  const endings = [0, 502, 409, null, 0, null, null]
  const { runner } = over([
    {
      ...plain,
      id: 'retry',
      run: async ({ idempotencyKey: runKey }) => {
        names.push(runKey)
        const status = endings[names.length - 1] ?? null
        if (status !== null) throw new ApiError('no', { status, code: 'NO' })
      },
    },
  ])
  for (const _ of endings) {
    runner.begin('retry')
    await settled()
  }
  expect(names).toEqual(['key 1', 'key 1', 'key 1', 'key 2', 'key 3', 'key 3', 'key 4'])
})

test('repeating an outward command within a minute needs a confirmation, unless it failed', async () => {
  let fails = false
  const ran: number[] = []
  const { runner, asked, pass } = over([
    {
      ...plain,
      id: 'notify',
      hasOutsideEffect: true,
      run: async () => {
        ran.push(1)
        if (fails) throw new ApiError('no', { status: 409, code: 'ORDER_STATE_CONFLICT' })
      },
    },
  ])
  runner.begin('notify', { order: 'payin/1/1' })
  runner.begin('notify', { order: 'payin/2/2' })
  expect(ran).toHaveLength(2)
  runner.begin('notify', { order: 'payin/1/1' })
  expect(asked).toHaveLength(1)
  pass(60_000)
  fails = true
  runner.begin('notify', { order: 'payin/1/1' })
  await settled()
  fails = false
  runner.begin('notify', { order: 'payin/1/1' })
  expect([ran.length, asked.length]).toEqual([4, 1])
})

test('a message is shown, a result is returned, and a refusal is not reported twice', async () => {
  const { runner, registry, scope, said } = over([
    { ...plain, id: 'says', run: () => ['app.copied', {}, 'done'] },
    { ...plain, id: 'finds', showsResult: true, run: () => ({ figures: [] }) },
    {
      ...plain,
      id: 'refused',
      run: () => Promise.reject(new ApiError('no', { status: 403, code: 'FORBIDDEN' })),
    },
    { ...plain, id: 'broken', run: () => Promise.reject(new TypeError('a fault of ours')) },
  ])
  const perform = (id: string) => runner.perform(taskOf(registry.get(id), scope))
  expect(await perform('says')).toBeNull()
  expect(said).toEqual([['app.copied', {}, 'done']])
  expect(await perform('finds')).toEqual({ figures: [] })
  expect(await perform('refused')).toBeNull()
  await expect(perform('broken')).rejects.toThrow('a fault of ours')
})

test('navigation of a task for a new tab opens a tab', async () => {
  const went: unknown[] = []
  const { runner, registry, scope } = over(
    [
      {
        ...plain,
        id: 'goes',
        run: ({ app }) => {
          app.goTo('txn.payin')
          app.go('/x')
          app.openRow({ kind: 'payin', id: '1', number: '1' })
        },
      },
    ],
    { go: (...given) => void went.push(given), openRow: (...given) => void went.push(given) },
  )
  await runner.perform({ ...taskOf(registry.get('goes'), scope), newTab: true })
  expect(went).toEqual([
    ['/transaction/payin', 'newTab'],
    ['/x', 'newTab'],
    [{ kind: 'payin', id: '1', number: '1' }, 'newTab'],
  ])
})

test('a command is reported once it has run, and not when the gateway refuses it', async () => {
  const { runner, reported } = over([
    { ...plain, id: 'good', run: () => {} },
    {
      ...plain,
      id: 'refused',
      run() {
        throw new ApiError('no', { status: 403, code: 'FORBIDDEN' })
      },
    },
  ])
  runner.begin('refused')
  await settled()
  expect(reported).toEqual([])
  runner.begin('good')
  await settled()
  expect(reported).toEqual(['good'])
})
