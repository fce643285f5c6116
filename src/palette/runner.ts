import type { Arguments, Command, CommandResult } from '#commands/command.ts'
import { keyAliases } from '#commands/keyboard/keyAliases.ts'
import { type RouteId, routes } from '#commands/navigation/routes.ts'
import { isOffered, type Registry } from '#commands/registry.ts'
import type { Scope } from '#commands/scope.ts'
import { runsImmediately, taskOf } from '#commands/task.ts'
import type { Task } from '#machines/palette/page.ts'
import { Aborted, ApiError } from '../api/errors.ts'
import { titleOf } from '../commandText.ts'
import type { Translate } from '../i18n.ts'
import type { Runner } from '../loading/commandRuntime.ts'

interface RunnerHost {
  newKey(): string
  registry: Registry
  clock: { now(): number }
  scope(): Scope
  t: Translate
  /** Has the palette ask, confirm or show. */
  ask(task: Task): void
}

/** How long the same thing done to the outside world again is asked about first. Milliseconds. */
const REPEAT_CONFIRM_MS = 60_000

export function createRunner({ registry, clock, newKey, scope, t, ask }: RunnerHost): Runner {
  const done = new Map<string, number>()
  /** Names of runs that nobody answered. Who repeats one means the same run. */
  const unansweredRuns = new Map<string, string>()
  let last: { command: Command; given: Arguments } | null = null
  const taskKey = ({ command, given }: Task): string => JSON.stringify([command, given])

  const hasOutsideEffect = ({ command }: Task): boolean => registry.get(command).risk === 'outward'

  const wasJustRun = (task: Task): boolean =>
    task.confirm === null && clock.now() - (done.get(taskKey(task)) ?? Number.NEGATIVE_INFINITY) < REPEAT_CONFIRM_MS

  async function perform(task: Task): Promise<CommandResult | null> {
    const name = taskKey(task)
    const runKey = unansweredRuns.get(name) ?? newKey()
    const here = withIdempotencyKey(task.newTab ? inNewTab(scope()) : scope(), runKey)
    if (hasOutsideEffect(task)) done.set(name, clock.now())
    // At once: a hand that goes from row to row does not wait for the answer.
    remember(task)
    try {
      const outcome = await registry.run(task.command, here, task.given)
      unansweredRuns.delete(name)
      if (outcome === undefined) return null
      if ('figures' in outcome) return outcome
      here.app.toast(outcome)
      return null
    } catch (cause) {
      done.delete(name)
      if (cause instanceof ApiError && !cause.isAnswer) unansweredRuns.set(name, runKey)
      else unansweredRuns.delete(name)
      if (cause instanceof ApiError || cause instanceof Aborted) return null
      throw cause
    }
  }

  /** Which row it was done to is left out: it is for the next one. */
  function remember({ command: id, given }: Task) {
    const command = registry.get(id)
    if (command.dotRepeat !== true) return
    const isOfRow = (name: string) =>
      command.arguments?.some((one) => one.name === name && one.defaultValue !== undefined) === true
    last = { command, given: Object.fromEntries(Object.entries(given).filter(([name]) => !isOfRow(name))) }
  }

  const runner: Runner = {
    begin(id, given) {
      const here = scope()
      const task = taskOf(registry.get(id), here, given === undefined ? {} : { given })
      if (!isOffered(registry.get(id), here)) return
      if (runsImmediately(task) && !wasJustRun(task)) void perform(task)
      else ask(task)
    },
    skipsConfirmation({ command, given, confirm }) {
      return confirm === 'always' && registry.get(command).confirm?.(scope(), given) === null
    },
    get last() {
      return last?.command ?? null
    },
    repeat() {
      if (last === null) return
      const { command, given } = last
      const here = scope()
      const isReady = (one: Command): boolean =>
        one.dotRepeat === true &&
        isOffered(one, here) &&
        (one.arguments ?? []).every(
          ({ name, defaultValue: said }) => given[name] !== undefined || (said?.(here) ?? null) !== null,
        )
      // The same, as it is called for the rows that are listed here.
      const ready = [command, ...keyAliasesOf(command).map(registry.get)].find(isReady)
      if (ready === undefined) here.app.toast(['keys.notHere', { title: titleOf(command, t) }])
      else runner.begin(ready.id, given)
    },
    wasJustRun: wasJustRun,
    perform,
  }
  return runner
}

/** The commands that one key stands for together with this one. */
const keyAliasesOf = ({ id }: Command): readonly string[] =>
  Object.values<readonly string[]>(keyAliases).find((family) => family.includes(id)) ?? []

/** The same scope, in a run of this name. */
const withIdempotencyKey = (scope: Scope, runKey: string): Scope =>
  Object.create(scope, { idempotencyKey: { value: runKey } }) as Scope

/** The same scope, but where it would go somewhere it opens a tab. */
function inNewTab(scope: Scope): Scope {
  const { app } = scope
  const overrides: Partial<Scope['app']> = {
    go: (path) => app.go(path, 'newTab'),
    goTo: (place: RouteId) => app.go(routes[place].path, 'newTab'),
    openRow: (row) => app.openRow(row, 'newTab'),
  }
  // Over the prototype, so that what is computed when it is read stays so.
  const tabs: Scope['app'] = Object.assign(Object.create(app), overrides)
  return Object.create(scope, { app: { value: tabs } }) as Scope
}
