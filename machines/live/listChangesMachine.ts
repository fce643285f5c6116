import { assign, setup } from 'xstate'
import { requiredAction, requiredActor } from '../requiredActor.ts'

/** What is asked about a list that is open. */
export interface ListChangesRequest<Filter> {
  readonly filter: Filter
  /** The mark of when it was read; null: only the mark is wanted. */
  readonly since: string | null
  /** The mark up to which single rows were told. */
  readonly told: string | null
}

export type ListChangesEvent<Filter> =
  /** The list is being read, for the first time or again. */
  | { type: 'list.read'; filter: Filter }
  /** Something of its kind has happened. */
  | { type: 'changes.hint' }

export interface ListChangesContext<Filter> extends ListChangesRequest<Filter> {
  /** There was a hint that no answer has been asked for yet. */
  readonly isHinted: boolean
}

/**
 * What happened to a list since it was read, asked for when there is reason to, one question at a time and no faster than
 * anybody reads. A list is read after the newest mark that is known, so that nothing which came in between is missed.
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
        // The answer to what was asked about the list as it was before has nowhere to land.
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
