import { assign, setup } from 'xstate'
import { requiredAction, requiredActor } from '../requiredActor.ts'

/** A request for the changes of an open list. */
export interface ListChangesRequest<Filter> {
  readonly filter: Filter
  /** The mark of the last read; null when only the mark is requested. */
  readonly since: string | null
  /** The mark up to which changed rows have been reported. */
  readonly told: string | null
}

export type ListChangesEvent<Filter> =
  /** The list is being read, for the first time or again. */
  | { type: 'list.read'; filter: Filter }
  /** The gateway reported a change of this kind of row. */
  | { type: 'changes.hint' }

export interface ListChangesContext<Filter> extends ListChangesRequest<Filter> {
  /** Whether a hint has arrived since the last request. */
  readonly isHinted: boolean
}

/**
 * The changes of a list since it was read. Fetched after a hint, one request at a time, and throttled to the pace at which they
 * can be read. A new read starts from the newest known mark, so that no change in between is missed.
 */
export const createListChangesMachine = <Answer extends { mark: string | null }, Filter>() =>
  setup({
    types: {
      context: {} as ListChangesContext<Filter>,
      events: {} as ListChangesEvent<Filter>,
      input: {} as { filter: Filter },
    },
    actors: { ask: requiredActor<Answer, ListChangesRequest<Filter>>('ask') },
    actions: {
      take: (_, _params: { answer: Answer }) => requiredAction('take')(),
      begin: assign(({ context, event }) => ({
        filter: event.type === 'list.read' ? event.filter : context.filter,
        since: context.told,
      })),
      remember: assign({ isHinted: true }),
    },
    guards: { isHinted: ({ context }) => context.isHinted, hasMark: ({ context }) => context.told !== null },
    delays: { readable: 1_500 },
  }).createMachine({
    id: 'news',
    context: ({ input: { filter } }) => ({ filter, since: null, told: null, isHinted: false }),
    initial: 'asking',
    on: {
      'list.read': [
        { guard: 'hasMark', actions: 'begin' },
        { target: '.asking', reenter: true, actions: 'begin' },
      ],
      'changes.hint': { actions: 'remember' },
    },
    states: {
      asking: {
        entry: assign({ isHinted: false }),
        // The answer for the list's former state is dropped.
        on: { 'list.read': { target: 'asking', reenter: true, actions: 'begin' } },
        invoke: {
          id: 'ask',
          src: 'ask',
          input: ({ context: { filter, since, told } }) => ({ filter, since, told }),
          onDone: {
            target: 'reading',
            actions: [
              assign(({ context, event }) => ({
                told: event.output.mark,
                since: context.since ?? event.output.mark,
              })),
              { type: 'take', params: ({ event }) => ({ answer: event.output }) },
            ],
          },
          onError: 'reading',
        },
      },
      reading: { after: { readable: [{ guard: 'isHinted', target: 'asking' }, { target: 'resting' }] } },
      resting: { always: { guard: 'isHinted', target: 'asking' } },
    },
  })
