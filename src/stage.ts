import type { DetailScope, ListScope } from '#commands/scope.ts'

/** What is on the screen right now, for the commands. A screen enters when it is shown and leaves when it goes. */
export interface Stage {
  readonly list: ListScope | null
  readonly detail: DetailScope | null
  /** Gives back how to leave. */
  enterList(list: ListScope): () => void
  enterDetail(detail: DetailScope): () => void
  /** A step down the Escape ladder, tried before those of older entries; true when it did something. */
  onEscape(step: () => boolean): () => void
  escape(): boolean
  /** Something about list or detail that commands depend on has changed. */
  touch(): void
  subscribe(changed: () => void): () => void
}

export function createStage(): Stage {
  const listeners = new Set<() => void>()
  const steps: (() => boolean)[] = []
  let list: ListScope | null = null
  let detail: DetailScope | null = null
  const touch = () => {
    for (const changed of listeners) changed()
  }
  return {
    get list() {
      return list
    },
    get detail() {
      return detail
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
