import { type PlaceId, places } from '#commands/places.ts'
import { isOffered, type Registry } from '#commands/registry.ts'
import type { Answer, Scope } from '#commands/scope.ts'
import { runsAtOnce, taskOf } from '#commands/task.ts'
import type { Task } from '#machines/palette/page.ts'
import { Aborted, ApiError } from '../api/errors.ts'
import type { Runner } from '../useConsole.tsx'

interface RunnerHost {
  newKey(): string
  registry: Registry
  clock: { now(): number }
  scope(): Scope
  /** Has the palette ask, confirm or show. */
  ask(task: Task): void
}

/** How long the same thing done to the outside world again is asked about first. Milliseconds. */
const AGAIN_MS = 60_000

export function createRunner({ registry, clock, newKey, scope, ask }: RunnerHost): Runner {
  const done = new Map<string, number>()
  /** Names of runs that nobody answered. Who repeats one means the same run. */
  const unanswered = new Map<string, string>()
  const nameOf = ({ command, given }: Task): string => JSON.stringify([command, given])

  const isOutward = ({ command }: Task): boolean => registry.get(command).risk === 'outward'

  const wasJustDone = (task: Task): boolean =>
    task.confirm === null && clock.now() - (done.get(nameOf(task)) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS

  async function perform(task: Task): Promise<Answer | null> {
    const name = nameOf(task)
    const runKey = unanswered.get(name) ?? newKey()
    const here = underKey(task.newTab ? inNewTab(scope()) : scope(), runKey)
    if (isOutward(task)) done.set(name, clock.now())
    try {
      const outcome = await registry.run(task.command, here, task.given)
      unanswered.delete(name)
      if (outcome === undefined) return null
      if ('figures' in outcome) return outcome
      here.app.toast(outcome)
      return null
    } catch (cause) {
      done.delete(name)
      if (cause instanceof ApiError && !cause.isAnswer) unanswered.set(name, runKey)
      else unanswered.delete(name)
      if (cause instanceof ApiError || cause instanceof Aborted) return null
      throw cause
    }
  }

  return {
    begin(id, given) {
      const here = scope()
      const task = taskOf(registry.get(id), here, given === undefined ? {} : { given })
      if (!isOffered(registry.get(id), here)) return
      if (runsAtOnce(task) && !wasJustDone(task)) void perform(task)
      else ask(task)
    },
    wasJustDone,
    perform,
  }
}

/** The same scope, in a run of this name. */
const underKey = (scope: Scope, runKey: string): Scope => Object.create(scope, { runKey: { value: runKey } }) as Scope

/** The same scope, but where it would go somewhere it opens a tab. */
function inNewTab(scope: Scope): Scope {
  const { app } = scope
  const away: Partial<Scope['app']> = {
    go: (path) => app.go(path, 'newTab'),
    goTo: (place: PlaceId) => app.go(places[place].path, 'newTab'),
    openOrder: (order) => app.openOrder(order, 'newTab'),
  }
  // Over the prototype, so that what is computed when it is read stays so.
  const tabs: Scope['app'] = Object.assign(Object.create(app), away)
  return Object.create(scope, { app: { value: tabs } }) as Scope
}
