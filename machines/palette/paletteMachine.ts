import { assign, raise, setup } from 'xstate'
import { requiredAction, requiredActor } from '../requiredActor.ts'
import { emptyPage, type Hit, type Mode, mergeHits, type Page, type Search, type Task, withArgument } from './page.ts'

/** The notice shown about the last search or input. */
export type Note = 'nothing' | 'several' | 'slow' | 'failed' | 'refused'

export interface PaletteContext<Kind extends string, Answer> {
  readonly page: Page<Kind>
  /** The pages to go back to, newest last. */
  readonly below: readonly Page<Kind>[]
  readonly keepOpen: boolean
  readonly note: Note | null
  /** Whether Enter was pressed during the search. */
  readonly latched: boolean
  readonly answer: Answer | null
}

/** The text of a page with its search, and the hits that are known without one. */
interface Typed<Kind extends string> {
  readonly text: string
  readonly search: Search<Kind> | null
  readonly known: readonly Hit<Kind>[]
  readonly pasted: boolean
}

export type PaletteEvent<Kind extends string> =
  | { type: 'palette.open'; mode: Mode }
  | { type: 'palette.toggle' }
  | { type: 'palette.close' }
  /** A command that cannot run as it stands, started by a key or a menu. */
  | { type: 'task.begin'; task: Task }
  | ({ type: 'text.changed' } & Typed<Kind>)
  | { type: 'row.picked'; row: string }
  | { type: 'row.chosen'; row: string; task: Task; keepOpen: boolean }
  /** Enter on the placeholder row of a running search. */
  | { type: 'row.awaited' }
  | { type: 'actions.opened'; subject: Hit<Kind> }
  | { type: 'argument.given'; value: string }
  | { type: 'argument.refused' }
  | { type: 'task.confirmed' }
  | { type: 'page.back' }
  | { type: 'escape' }
  /** Internal events. */
  | { type: 'page.turned' }
  | { type: 'text.typed'; pasted: boolean }
  | { type: 'hit.landed'; hit: Hit<Kind> }

/** The task of a page that is decided on. */
const taskToRun = ({ context }: { context: { readonly page: { readonly task: Task | null } } }) => ({
  task: context.page.task as Task,
})

const FRESH = { below: [], keepOpen: false, note: null, latched: false, answer: null }

/**
 * The palette: a page of commands and orders, one page per argument, a confirmation page, a result page. Orders are searched in
 * a parallel region; the answer of an abandoned search is dropped.
 */
export const createPaletteMachine = <Kind extends string, Answer extends object>() =>
  setup({
    types: {
      context: {} as PaletteContext<Kind, Answer>,
      events: {} as PaletteEvent<Kind>,
      tags: {} as 'open' | 'pending' | 'failed',
    },
    actors: {
      lookUp: requiredActor<readonly Hit<Kind>[], Search<Kind>>('lookUp'),
      run: requiredActor<Answer | null, Task>('run'),
    },
    actions: {
      /** Remembers the focused element on opening, and restores its focus after closing. */
      rememberOpener: requiredAction('rememberOpener'),
      restoreFocus: requiredAction('restoreFocus'),
      /** Runs a task outside the palette. */
      perform: (_, _params: { task: Task }) => requiredAction('perform')(),
      start: assign((_, { mode = 'all', task }: { mode?: Mode; task?: Task }) => ({
        ...FRESH,
        page: { ...emptyPage<Kind>(mode), task: task ?? null },
      })),
      turnTo: assign(({ context: { page, below } }, turned: Partial<Page<Kind>>) => ({
        below: [...below, page],
        page: { ...emptyPage<Kind>(page.mode), ...turned },
        note: null,
      })),
      turnBack: assign(({ context: { page, below } }) => ({
        page: below.at(-1) ?? page,
        below: below.slice(0, -1),
        note: null,
      })),
      turnHome: assign(({ context: { page, below } }) => ({ page: below[0] ?? page, below: [], note: null })),
      tellPage: raise({ type: 'page.turned' }),
      type: assign(({ context: { page } }, { text, search, known }: Typed<Kind>) => ({
        page: { ...page, text, search, hits: known, pick: null },
        note: null,
      })),
      pick: assign(({ context: { page } }, { row }: { row: string }) => ({ page: { ...page, pick: row } })),
      clearText: assign(({ context: { page } }) => ({
        page: { ...page, text: '', search: null, hits: [], pick: null },
        note: null,
      })),
      // Results replace the note about a slow search.
      addHits: assign(({ context: { page } }, { found }: { found: readonly Hit<Kind>[] }) => ({
        page: { ...page, hits: mergeHits(page.hits, found) },
        note: null,
      })),
      agree: assign(({ context: { page } }, { confirm }: { confirm: Task['confirm'] }) => ({
        page: { ...page, task: page.task === null ? null : { ...page.task, confirm } },
      })),
      tell: assign((_, { note }: { note: Note | null }) => ({ note })),
    },
    guards: {
      isLatched: ({ context }) => context.latched,
      landsOnOne: ({ context }, { found }: { found: readonly Hit<Kind>[] }) =>
        context.latched && mergeHits(context.page.hits, found).length === 1,
      landsOnSeveral: ({ context }, { found }: { found: readonly Hit<Kind>[] }) =>
        (context.latched || context.note === 'slow') && mergeHits(context.page.hits, found).length > 1,
      hasNothingToFind: ({ context: { page } }) => page.search === null,
      isUnanswered: ({ context: { page } }) => page.search !== null && page.hits.length === 0,
      hasText: ({ context }) => context.page.text !== '',
      isAskedBelow: ({ context }) => (context.below.at(-1)?.task ?? null) !== null,
      hasBelow: ({ context }) => context.below.length > 0,
      isNarrowed: ({ context }) => context.page.mode !== 'all' && context.page.task === null,
      hasToAsk: ({ context }) => (context.page.task?.missingArguments.length ?? 0) > 0,
      hasToConfirm: ({ context: { page } }) => page.task?.confirm === 'always' || page.task?.confirm === 'again',
      /** Whether the complete task needs no confirmation. False unless the host says so. */
      skipsConfirmation: (_, _params: { task: Task }) => false,
      /** Whether the same task ran a moment ago. False unless the host says so. */
      wasJustRun: (_, _params: { task: Task }) => false,
      isAnswered: ({ context }) => context.page.task?.showsAnswer === true,
      keepsOpen: ({ context }) => context.keepOpen,
    },
    delays: { typingPause: 80, latchLimit: 1_500 },
  }).createMachine({
    id: 'palette',
    context: { ...FRESH, page: emptyPage('all') },
    initial: 'closed',
    states: {
      closed: {
        on: {
          'palette.open': {
            target: 'open',
            actions: ['rememberOpener', { type: 'start', params: ({ event }) => event }],
          },
          'palette.toggle': { target: 'open', actions: ['rememberOpener', { type: 'start', params: {} }] },
          'task.begin': {
            target: '#deciding',
            actions: ['rememberOpener', { type: 'start', params: ({ event }) => event }],
          },
        },
      },

      open: {
        type: 'parallel',
        tags: 'open',
        exit: 'restoreFocus',
        on: {
          'palette.toggle': 'closed',
          'palette.close': 'closed',
          'palette.open': { target: 'open', actions: { type: 'start', params: ({ event }) => event } },
          'task.begin': {
            target: '#deciding',
            actions: [{ type: 'start', params: ({ event }) => event }, 'tellPage'],
          },
          escape: [
            { guard: 'hasText', actions: ['clearText', 'tellPage'] },
            { guard: 'isAskedBelow', target: '#asking', actions: ['turnBack', 'tellPage'] },
            { guard: 'hasBelow', target: '#searching', actions: ['turnBack', 'tellPage'] },
            { target: 'closed' },
          ],
          'page.back': [
            { guard: 'isAskedBelow', target: '#asking', actions: ['turnBack', 'tellPage'] },
            { guard: 'hasBelow', target: '#searching', actions: ['turnBack', 'tellPage'] },
            { guard: 'isNarrowed', actions: assign(({ context: { page } }) => ({ page: { ...page, mode: 'all' as const } })) },
          ],
        },
        states: {
          page: {
            initial: 'searching',
            states: {
              searching: {
                id: 'searching',
                on: {
                  'text.changed': {
                    actions: [
                      { type: 'type', params: ({ event }) => event },
                      raise(({ event }) => ({ type: 'text.typed', pasted: event.pasted })),
                    ],
                  },
                  'row.picked': { actions: { type: 'pick', params: ({ event }) => event } },
                  'row.chosen': {
                    target: 'deciding',
                    actions: [
                      // Going back, or keeping the palette open, shows the same row.
                      { type: 'pick', params: ({ event }) => event },
                      assign({ keepOpen: ({ event }) => event.keepOpen }),
                      { type: 'turnTo', params: ({ event: { task } }) => ({ task }) },
                      'tellPage',
                    ],
                  },
                  'hit.landed': {
                    target: 'deciding',
                    actions: { type: 'turnTo', params: ({ event: { hit } }) => ({ task: hit.task }) },
                  },
                  'actions.opened': {
                    actions: [{ type: 'turnTo', params: ({ event: { subject } }) => ({ subject }) }, 'tellPage'],
                  },
                },
              },

              // One page per argument.
              asking: {
                id: 'asking',
                on: {
                  'text.changed': {
                    actions: [
                      { type: 'type', params: ({ event }) => event },
                      raise(({ event }) => ({ type: 'text.typed', pasted: event.pasted })),
                    ],
                  },
                  'row.picked': { actions: { type: 'pick', params: ({ event }) => event } },
                  'argument.given': {
                    target: 'deciding',
                    actions: [
                      {
                        type: 'turnTo',
                        params: ({ context: { page }, event }) => ({ task: page.task && withArgument(page.task, event.value) }),
                      },
                      'tellPage',
                    ],
                  },
                  'hit.landed': { actions: raise(({ event }) => ({ type: 'argument.given', value: event.hit.value })) },
                  'argument.refused': { actions: { type: 'tell', params: { note: 'refused' } } },
                },
              },

              confirming: {
                on: {
                  'task.confirmed': { target: 'deciding', actions: { type: 'agree', params: { confirm: 'given' } } },
                },
              },

              running: {
                invoke: {
                  id: 'run',
                  src: 'run',
                  input: ({ context }) => context.page.task as Task,
                  onDone: [
                    {
                      guard: ({ event }) => event.output !== null,
                      target: 'showing',
                      actions: assign({ answer: ({ event }) => event.output }),
                    },
                    { guard: 'hasBelow', target: 'searching', actions: ['turnHome', 'tellPage'] },
                    { target: '#palette.closed' },
                  ],
                  // The runner has reported the error.
                  onError: [
                    { guard: 'hasBelow', target: 'searching', actions: ['turnHome', 'tellPage'] },
                    { target: '#palette.closed' },
                  ],
                },
              },

              showing: { on: { 'row.picked': { actions: { type: 'pick', params: ({ event }) => event } } } },

              deciding: {
                id: 'deciding',
                always: [
                  { guard: 'hasToAsk', target: 'asking' },
                  {
                    guard: { type: 'skipsConfirmation', params: taskToRun },
                    target: 'deciding',
                    actions: { type: 'agree', params: { confirm: 'given' } },
                  },
                  { guard: 'hasToConfirm', target: 'confirming' },
                  {
                    guard: { type: 'wasJustRun', params: taskToRun },
                    target: 'confirming',
                    actions: { type: 'agree', params: { confirm: 'again' } },
                  },
                  { guard: 'isAnswered', target: 'running' },
                  {
                    guard: 'keepsOpen',
                    target: 'searching',
                    actions: [{ type: 'perform', params: taskToRun }, 'turnHome', 'tellPage'],
                  },
                  { target: '#palette.closed', actions: { type: 'perform', params: taskToRun } },
                ],
              },
            },
          },

          lookup: {
            initial: 'settled',
            on: {
              // Restart a search that was dropped when its page was left.
              'page.turned': [{ guard: 'isUnanswered', target: '.lookingUp' }, { target: '.settled' }],
              'text.typed': [
                { guard: 'hasNothingToFind', target: '.settled' },
                { guard: ({ event }) => event.pasted, target: '.lookingUp' },
                { target: '.waiting' },
              ],
            },
            states: {
              settled: {},
              waiting: {
                tags: 'pending',
                after: { typingPause: 'lookingUp' },
                on: { 'row.awaited': 'lookingUp.latched' },
              },
              lookingUp: {
                tags: 'pending',
                invoke: {
                  id: 'lookUp',
                  src: 'lookUp',
                  input: ({ context }) => context.page.search as Search<Kind>,
                  onDone: [
                    {
                      guard: { type: 'landsOnOne', params: ({ event }) => ({ found: event.output }) },
                      target: 'settled',
                      actions: [
                        { type: 'addHits', params: ({ event }) => ({ found: event.output }) },
                        raise(({ context }) => ({ type: 'hit.landed', hit: context.page.hits[0] as Hit<Kind> })),
                      ],
                    },
                    {
                      guard: { type: 'landsOnSeveral', params: ({ event }) => ({ found: event.output }) },
                      target: 'settled',
                      actions: [
                        { type: 'addHits', params: ({ event }) => ({ found: event.output }) },
                        { type: 'tell', params: { note: 'several' } },
                      ],
                    },
                    { guard: 'isLatched', target: 'settled', actions: { type: 'tell', params: { note: 'nothing' } } },
                    { target: 'settled', actions: { type: 'addHits', params: ({ event }) => ({ found: event.output }) } },
                  ],
                  onError: { target: 'failed', actions: { type: 'tell', params: { note: 'failed' } } },
                },
                initial: 'free',
                states: {
                  free: { on: { 'row.awaited': 'latched' } },
                  latched: {
                    entry: assign({ latched: true }),
                    exit: assign({ latched: false }),
                    after: { latchLimit: { target: 'free', actions: { type: 'tell', params: { note: 'slow' } } } },
                    on: { 'row.picked': 'free' },
                  },
                },
              },
              failed: { tags: 'failed', on: { 'row.awaited': 'lookingUp.latched' } },
            },
          },
        },
      },
    },
  })
