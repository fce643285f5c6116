import { assign, emit, enqueueActions, setup } from 'xstate'
import type { SavedView } from '#contract/rows/views.ts'
import { byEvent, requiredActor } from '../parts.ts'

/** A change of the saved views: a view is saved, with its former name when renamed, or removed. */
export type ViewChange =
  | { readonly kind: 'save'; readonly view: SavedView; readonly formerly?: string }
  | { readonly kind: 'remove'; readonly view: Pick<SavedView, 'list' | 'name'> }

/** Where the views are stored: on the gateway for the account, or in this browser when the gateway does not support views. */
export type ViewStorage = 'gateway' | 'browser'

export interface LoadedViews {
  readonly keeper: ViewStorage
  readonly views: readonly SavedView[]
}

export interface ViewsContext extends LoadedViews {
  readonly waiting: readonly Asked[]
  /** Whether they must be read again once the change that is being sent is answered. */
  readonly isOutdated: boolean
}

/** A change with the id under which its result is reported. */
interface Asked {
  readonly ask: number
  readonly change: ViewChange
}

export type ViewsEvent =
  /** The views are needed. */
  | { type: 'views.need' }
  /** They may be stored elsewhere from now on. */
  | { type: 'views.reread' }
  | ({ type: 'views.change' } & Asked)

/** The result of a change. */
export type ViewChangeResult = { type: 'view.kept'; ask: number } | { type: 'view.refused'; ask: number; error: unknown }

/**
 * The saved views, read when first needed. Changes are sent one after the other: each answer contains all views, so a later
 * answer must not be overtaken by an earlier one.
 */
export const viewsMachine = setup({
  types: { context: {} as ViewsContext, events: {} as ViewsEvent, emitted: {} as ViewChangeResult },
  actors: {
    read: requiredActor<LoadedViews, void>('read'),
    write: requiredActor<readonly SavedView[], { keeper: ViewStorage; views: readonly SavedView[]; change: ViewChange }>(
      'write',
    ),
  },
  actions: {
    join: assign(({ context: { waiting } }, { ask, change }: Asked) => ({ waiting: [...waiting, { ask, change }] })),
    refuseAll: enqueueActions(({ context, enqueue }, { error }: { error: unknown }) => {
      for (const { ask } of context.waiting) enqueue.emit({ type: 'view.refused', ask, error })
      enqueue.assign({ waiting: [] })
    }),
    leave: assign(({ context: { waiting } }) => ({ waiting: waiting.slice(1) })),
  },
  guards: {
    isAsked: ({ context }) => context.waiting.length > 0,
    isOutdated: ({ context }) => context.isOutdated,
  },
}).createMachine({
  id: 'views',
  context: { keeper: 'gateway', views: [], waiting: [], isOutdated: false },
  initial: 'unread',
  on: { 'views.change': { actions: byEvent('join') } },
  states: {
    unread: {
      on: {
        'views.need': 'reading',
        'views.reread': 'reading',
        'views.change': { target: 'reading', actions: byEvent('join') },
      },
    },
    reading: {
      entry: assign({ isOutdated: false }),
      // What is being read may come from where they are no longer stored.
      on: { 'views.reread': { target: 'reading', reenter: true } },
      invoke: {
        id: 'read',
        src: 'read',
        onDone: {
          target: 'ready',
          actions: assign(({ event }) => ({ keeper: event.output.keeper, views: event.output.views })),
        },
        // Without the stored views it is unknown what a change would replace.
        onError: { target: 'unread', actions: byEvent('refuseAll') },
      },
    },
    ready: {
      always: [
        { guard: 'isOutdated', target: 'reading' },
        { guard: 'isAsked', target: 'writing' },
      ],
      on: { 'views.reread': 'reading' },
    },
    writing: {
      on: { 'views.reread': { actions: assign({ isOutdated: true }) } },
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context: { keeper, views, waiting } }) => ({ keeper, views, change: (waiting[0] as Asked).change }),
        onDone: {
          target: 'ready',
          actions: [
            assign({ views: ({ event }) => event.output }),
            emit(({ context }) => ({ type: 'view.kept' as const, ask: context.waiting[0]?.ask ?? 0 })),
            'leave',
          ],
        },
        onError: {
          target: 'ready',
          actions: [
            emit(({ context, event }) => ({
              type: 'view.refused' as const,
              ask: context.waiting[0]?.ask ?? 0,
              error: event.error,
            })),
            'leave',
          ],
        },
      },
    },
  },
})
