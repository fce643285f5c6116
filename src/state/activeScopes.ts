import type { RouteId } from '#commands/navigation/routes.ts'
import type { DashboardScope, DetailScope, FormScope, ListScope } from '#commands/scope.ts'
import { createSignal, type Signal } from './signal.ts'

/** What is on the screen right now, for the commands. A screen enters when it is shown and leaves when it goes. */
export interface ActiveScopes {
  readonly list: ListScope | null
  readonly detail: DetailScope | null
  readonly form: FormScope | null
  readonly dashboard: DashboardScope | null
  /** What the page of a place is called where what stands on it says more than the place does. */
  readonly title: Signal<{ place: RouteId; text: string } | null>
  /** Gives back how to leave. */
  enterList(list: ListScope): () => void
  enterDetail(detail: DetailScope): () => void
  enterForm(form: FormScope): () => void
  enterDashboard(dashboard: DashboardScope): () => void
  /** A step down the Escape ladder, tried before those of older entries; true when it did something. */
  onEscape(step: () => boolean): () => void
  escape(): boolean
  /** Something about list or detail that commands depend on has changed. */
  touch(): void
  subscribe(changed: () => void): () => void
}

export function createActiveScopes(): ActiveScopes {
  const listeners = new Set<() => void>()
  const steps: (() => boolean)[] = []
  let list: ListScope | null = null
  let detail: DetailScope | null = null
  let form: FormScope | null = null
  let dashboard: DashboardScope | null = null
  const title = createSignal<{ place: RouteId; text: string } | null>(null)
  const touch = () => {
    for (const changed of listeners) changed()
  }
  return {
    title,
    get list() {
      return list
    },
    get detail() {
      return detail
    },
    get form() {
      return form
    },
    get dashboard() {
      return dashboard
    },
    enterList(entered) {
      list = entered
      touch()
      return () => {
        if (list === entered) list = null
        touch()
      }
    },
    enterDetail(entered) {
      detail = entered
      touch()
      return () => {
        if (detail === entered) detail = null
        touch()
      }
    },
    enterForm(entered) {
      form = entered
      touch()
      return () => {
        if (form === entered) form = null
        touch()
      }
    },
    enterDashboard(entered) {
      dashboard = entered
      touch()
      return () => {
        if (dashboard === entered) dashboard = null
        touch()
      }
    },
    onEscape(step) {
      steps.unshift(step)
      return () => void steps.splice(steps.indexOf(step), 1)
    },
    escape: () => steps.some((step) => step()),
    touch,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}
