import type { Arguments, Command, CommandResult } from '#commands/command.ts'
import { keyAliases } from '#commands/keyboard/keyAliases.ts'
import { keyAliasOf } from '#commands/keyboard/keyAliasOf.ts'
import { type RouteId, routes } from '#commands/navigation/routes.ts'
import { argumentsIn, isOffered, type Registry } from '#commands/registry.ts'
import type { Scope } from '#commands/scope.ts'
import { runsImmediately, taskOf } from '#commands/task.ts'
import type { Task } from '#machines/palette/page.ts'
import { Aborted, ApiError } from '../api/errors.ts'
import { titleOf } from '../commandText.ts'
import type { Translate } from '../i18n.ts'

interface RunnerHost {
  newIdempotencyKey(): string
  registry: Registry
  clock: { now(): number }
  scope(): Scope
  t: Translate
  /** Opens the palette for arguments, a confirmation or a result. */
  ask(task: Task): void
  /** Called after a command has run. */
  onRun(command: string): void
}

/** Milliseconds in which repeating an identical outward command needs a confirmation. */
const REPEAT_CONFIRM_MS = 60_000

export function createRunner({ registry, clock, newIdempotencyKey, scope, t, ask, onRun }: RunnerHost) {
  const done = new Map<string, number>()
  /** Idempotency keys of runs without a response. Repeating the task sends the same key again. */
  const unansweredRuns = new Map<string, string>()
  let last: { command: Command; given: Arguments } | null = null
  const taskKey = ({ command, given }: Task): string => JSON.stringify([command, given])

  const hasOutsideEffect = ({ command }: Task): boolean => registry.get(command).hasOutsideEffect === true

  /** Whether the same task with outside effects ran a moment ago, and repeating it has not been confirmed. */
  const wasJustRun = (task: Task): boolean =>
    task.confirm === null && clock.now() - (done.get(taskKey(task)) ?? Number.NEGATIVE_INFINITY) < REPEAT_CONFIRM_MS

  /** Runs a task, shows its message, and resolves with its result. Refusals are shown by the client. */
  async function perform(task: Task): Promise<CommandResult | null> {
    const key = taskKey(task)
    const idempotencyKey = unansweredRuns.get(key) ?? newIdempotencyKey()
    const currentScope = withIdempotencyKey(task.newTab ? inNewTab(scope()) : scope(), idempotencyKey)
    if (hasOutsideEffect(task)) done.set(key, clock.now())
    // Before the response, so that the user can repeat on the next row without waiting.
    remember(task)
    try {
      const outcome = await registry.run(task.command, currentScope, task.given)
      unansweredRuns.delete(key)
      onRun(task.command)
      if (outcome === undefined) return null
      if ('figures' in outcome) return outcome
      currentScope.app.toast(outcome)
      return null
    } catch (cause) {
      done.delete(key)
      if (cause instanceof ApiError && !cause.isAnswer) unansweredRuns.set(key, idempotencyKey)
      else unansweredRuns.delete(key)
      if (cause instanceof ApiError || cause instanceof Aborted) return null
      throw cause
    }
  }

  /** Remembers the command without the arguments that name a row: repeating uses the current row. */
  function remember({ command: id, given }: Task) {
    const command = registry.get(id)
    if (command.dotRepeat !== true) return
    const isRowArgument = (name: string) =>
      command.arguments?.some((one) => one.name === name && one.defaultValue !== undefined) === true
    last = { command, given: Object.fromEntries(Object.entries(given).filter(([name]) => !isRowArgument(name))) }
  }

  function begin(id: string, given?: Arguments) {
    const currentScope = scope()
    const task = taskOf(registry.get(id), currentScope, given === undefined ? {} : { given })
    if (!isOffered(registry.get(id), currentScope)) return
    if (runsImmediately(task) && !wasJustRun(task)) void perform(task)
    else ask(task)
  }

  return {
    begin,
    /** Whether a task with all its arguments needs no confirmation. */
    skipsConfirmation({ command, given, confirm }: Task): boolean {
      return confirm === 'always' && registry.get(command).confirm?.(scope(), given) === null
    },
    get last() {
      return last?.command ?? null
    },
    repeat() {
      if (last === null) return
      const { command, given } = last
      const currentScope = scope()
      const isReady = (one: Command): boolean =>
        one.dotRepeat === true &&
        isOffered(one, currentScope) &&
        argumentsIn(one, currentScope).every(
          ({ name, defaultValue }) => given[name] !== undefined || (defaultValue?.(currentScope) ?? null) !== null,
        )
      // The command itself, or its alias for the kind of rows listed here.
      const ready = [command, ...keyAliasesOf(command).map(registry.get)].find(isReady)
      if (ready === undefined) currentScope.app.toast(['keys.notHere', { title: titleOf(command, t) }])
      else begin(ready.id, given)
    },
    wasJustRun,
    perform,
  }
}

function keyAliasesOf({ id }: Command): readonly string[] {
  const alias = keyAliasOf(id)
  return alias === undefined ? [] : keyAliases[alias]
}

const withIdempotencyKey = (scope: Scope, idempotencyKey: string): Scope =>
  Object.create(scope, { idempotencyKey: { value: idempotencyKey } }) as Scope

function inNewTab(scope: Scope): Scope {
  const { app } = scope
  const overrides: Partial<Scope['app']> = {
    go: (path) => app.go(path, 'newTab'),
    goTo: (place: RouteId) => app.go(routes[place].path, 'newTab'),
    openRow: (row) => app.openRow(row, 'newTab'),
  }
  // Inherit by prototype, so that getters stay live.
  const newTabApp: Scope['app'] = Object.assign(Object.create(app), overrides)
  return Object.create(scope, { app: { value: newTabApp } }) as Scope
}
