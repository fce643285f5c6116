import type { RouteId } from '#commands/navigation/routes.ts'
import type { DashboardScope, DetailScope, FormScope, ListScope } from '#commands/scope.ts'
import { type Atoms, createValue } from './atoms.ts'
import type { Value } from './value.ts'

interface Scopes {
  readonly list: ListScope | null
  readonly detail: DetailScope | null
  readonly form: FormScope | null
  readonly dashboard: DashboardScope | null
}

const NONE: Scopes = { list: null, detail: null, form: null, dashboard: null }

/** The scopes of the current screen, for the commands. A screen enters its scope on mount and leaves it on unmount. */
export interface ActiveScopes extends Scopes {
  /** A page title more specific than that of the route. */
  readonly title: Value<{ place: RouteId; text: string } | null>
  /** Returns the function that leaves. */
  enter<Name extends keyof Scopes>(name: Name, scope: NonNullable<Scopes[Name]>): () => void
  /** Adds a step to the Escape ladder, tried before the earlier ones. A step returns true when it handled the key. */
  onEscape(step: () => boolean): () => void
  escape(): boolean
  /** Notifies subscribers that a scope has changed. */
  touch(): void
  subscribe(changed: () => void): () => void
}

export function createActiveScopes(atoms: Atoms): ActiveScopes {
  const steps: (() => boolean)[] = []
  const scopes = createValue(atoms, NONE)
  const change = (changes: Partial<Scopes>) => scopes.set({ ...scopes.get(), ...changes })
  return {
    title: createValue<{ place: RouteId; text: string } | null>(atoms, null),
    get list() {
      return scopes.get().list
    },
    get detail() {
      return scopes.get().detail
    },
    get form() {
      return scopes.get().form
    },
    get dashboard() {
      return scopes.get().dashboard
    },
    enter(name, entered) {
      change({ [name]: entered })
      return () => change(scopes.get()[name] === entered ? { [name]: null } : {})
    },
    onEscape(step) {
      steps.unshift(step)
      return () => void steps.splice(steps.indexOf(step), 1)
    },
    escape: () => steps.some((step) => step()),
    touch: () => change({}),
    subscribe: scopes.subscribe,
  }
}
