import type { RouteId } from '#commands/navigation/routes.ts'
import type { ReconcileScope } from '#commands/reconcile/scope.ts'
import type { DashboardScope, DetailScope, FormScope, ListScope } from '#commands/scope.ts'
import { type Atoms, createValue } from './atoms.ts'

export interface Scopes {
  readonly list: ListScope | null
  readonly detail: DetailScope | null
  readonly form: FormScope | null
  readonly dashboard: DashboardScope | null
  readonly reconcile: ReconcileScope | null
}

const NONE: Scopes = { list: null, detail: null, form: null, dashboard: null, reconcile: null }

export type ActiveScopes = ReturnType<typeof createActiveScopes>

/** The scopes of the current screen, for the commands. A screen enters its scope on mount and leaves it on unmount. */
export function createActiveScopes(atoms: Atoms) {
  const steps: (() => boolean)[] = []
  const scopes = createValue(atoms, NONE)
  const change = (changes: Partial<Scopes>) => scopes.set({ ...scopes.get(), ...changes })
  return {
    /** A page title more specific than that of the route. */
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
    get reconcile() {
      return scopes.get().reconcile
    },
    /** Returns the function that leaves. */
    enter<Name extends keyof Scopes>(name: Name, entered: NonNullable<Scopes[Name]>) {
      change({ [name]: entered })
      return () => change(scopes.get()[name] === entered ? { [name]: null } : {})
    },
    /** Adds a step to the Escape ladder, tried before the earlier ones. A step returns true when it handled the key. */
    onEscape(step: () => boolean) {
      steps.unshift(step)
      return () => void steps.splice(steps.indexOf(step), 1)
    },
    escape: () => steps.some((step) => step()),
    touch: () => change({}),
    subscribe: scopes.subscribe,
  }
}
