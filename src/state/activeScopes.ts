import type { RouteId } from '#commands/navigation/routes.ts'
import type { DashboardScope, DetailScope, FormScope, ListScope } from '#commands/scope.ts'
import { createSignal, type Signal } from './signal.ts'

/** The scopes of the current screen, for the commands. A screen enters its scope on mount and leaves it on unmount. */
export interface ActiveScopes {
  readonly list: ListScope | null
  readonly detail: DetailScope | null
  readonly form: FormScope | null
  readonly dashboard: DashboardScope | null
  /** A page title more specific than that of the route. */
  readonly title: Signal<{ place: RouteId; text: string } | null>
  /** Returns the function that leaves. */
  enterList(list: ListScope): () => void
  enterDetail(detail: DetailScope): () => void
  enterForm(form: FormScope): () => void
  enterDashboard(dashboard: DashboardScope): () => void
  /** Adds a step to the Escape ladder, tried before the earlier ones. A step returns true when it handled the key. */
  onEscape(step: () => boolean): () => void
  escape(): boolean
  /** Notifies listeners that a scope has changed. */
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
