import { assign, raise, setup } from 'xstate'
import { byEvent, byOutput, requiredAction, requiredActor } from '../parts.ts'
import {
  emptyPage,
  type Hit,
  type Mode,
  mergeHits,
  type Note,
  type Page,
  type PaletteContext,
  type PaletteEvent,
  type Search,
  type SearchResult,
  type Task,
  type Typed,
  taskToRun,
  withArgument,
} from './page.ts'

const tell = (note: Note) => ({ type: 'tell' as const, params: { note } })

const AGREE = { type: 'agree', params: { confirm: 'given' } } as const

/** On a page with a field and a list. */
const TYPING = {
  'text.changed': { actions: [byEvent('type'), byEvent('tellTyping')] },
  'row.picked': { actions: byEvent('pick') },
} as const

const BACK = [
  { guard: 'isAskedBelow', target: '#asking', actions: ['turnBack', 'tellPage'] },
  { guard: 'hasBelow', target: '#searching', actions: ['turnBack', 'tellPage'] },
] as const

/** Goes back to the first page, or closes a palette that was opened for one task. */
const HOME = [
  { guard: 'hasBelow', target: '#searching', actions: ['turnHome', 'tellPage'] },
  { target: '#palette.closed' },
] as const

const LATCH = { target: 'lookingUp.latched', actions: byEvent('aim') } as const

const FRESH = {
  below: [],
  keepOpen: false,
  note: null,
  latched: false,
  landing: { newTab: false, keepOpen: false },
  answer: null,
}

/**
 * The palette: a page of commands and orders, one page per argument, a confirmation page, a result page. Orders are searched in
 * a parallel region; the answer of an abandoned search is dropped.
 */
export const createPaletteMachine = <Kind extends string, Answer extends object>() =>
  setup({
    types: {
      context: {} as PaletteContext<Kind, Answer>,
      events: {} as PaletteEvent<Kind>,
      tags: {} as 'open' | 'searching' | 'failed',
    },
    actors: {
      lookUp: requiredActor<SearchResult<Kind>, Search<Kind>>('lookUp'),
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
      tellTyping: raise((_, { pasted }: { pasted: boolean }) => ({ type: 'text.typed', pasted })),
      type: assign(({ context: { page } }, { text, search, known }: Typed<Kind>) => ({
        page: { ...page, text, search, hits: known, searched: null, pick: null },
        note: null,
      })),
      pick: assign(({ context: { page } }, { row }: { row: string }) => ({ page: { ...page, pick: row } })),
      clearText: assign(({ context: { page } }) => ({
        page: { ...page, text: '', search: null, hits: [], searched: null, pick: null },
        note: null,
      })),
      // Results replace the note about a slow search.
      addHits: assign(({ context: { page } }, { hits, searched }: SearchResult<Kind>) => ({
        page: { ...page, hits: mergeHits(page.hits, hits), searched },
        note: null,
      })),
      agree: assign(({ context: { page } }, { confirm }: { confirm: Task['confirm'] }) => ({
        page: { ...page, task: page.task === null ? null : { ...page.task, confirm } },
      })),
      tell: assign((_, { note }: { note: Note }) => ({ note })),
      aim: assign((_, { newTab = false, keepOpen = false }: { newTab?: boolean; keepOpen?: boolean }) => ({
        landing: { newTab, keepOpen },
      })),
    },
    guards: {
      isLatched: ({ context }) => context.latched,
      landsOnOne: ({ context }, { hits }: SearchResult<Kind>) =>
        context.latched && mergeHits(context.page.hits, hits).length === 1,
      landsOnSeveral: ({ context }, { hits }: SearchResult<Kind>) =>
        (context.latched || context.note === 'slow') && mergeHits(context.page.hits, hits).length > 1,
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
        // Rendered ahead for the next opening.
        entry: { type: 'start', params: {} },
        on: {
          'palette.open': { target: 'open', actions: ['rememberOpener', byEvent('start')] },
          'palette.toggle': { target: 'open', actions: 'rememberOpener' },
          'task.begin': { target: '#deciding', actions: ['rememberOpener', byEvent('start')] },
        },
      },

      open: {
        type: 'parallel',
        tags: 'open',
        exit: 'restoreFocus',
        on: {
          'palette.toggle': 'closed',
          'palette.close': 'closed',
          'palette.open': { target: 'open', actions: byEvent('start') },
          'task.begin': { target: '#deciding', actions: [byEvent('start'), 'tellPage'] },
          escape: [{ guard: 'hasText', actions: ['clearText', 'tellPage'] }, ...BACK, { target: 'closed' }],
          'page.back': [
            ...BACK,
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
                  ...TYPING,
                  'row.chosen': {
                    target: 'deciding',
                    actions: [
                      // Going back, or keeping the palette open, shows the same row.
                      byEvent('pick'),
                      assign({ keepOpen: ({ event }) => event.keepOpen }),
                      { type: 'turnTo', params: ({ event: { task } }) => ({ task }) },
                      'tellPage',
                    ],
                  },
                  'hit.landed': {
                    target: 'deciding',
                    actions: [
                      assign({ keepOpen: ({ context: { landing } }) => landing.keepOpen }),
                      {
                        type: 'turnTo',
                        params: ({ context: { landing }, event: { hit } }) => ({
                          task: { ...hit.task, newTab: landing.newTab },
                        }),
                      },
                    ],
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
                  ...TYPING,
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
                  'argument.refused': { actions: tell('refused') },
                },
              },

              confirming: { on: { 'task.confirmed': { target: 'deciding', actions: AGREE } } },

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
                    ...HOME,
                  ],
                  // The runner has reported the error.
                  onError: HOME,
                },
              },

              showing: { on: { 'row.picked': { actions: byEvent('pick') } } },

              deciding: {
                id: 'deciding',
                always: [
                  { guard: 'hasToAsk', target: 'asking' },
                  { guard: { type: 'skipsConfirmation', params: taskToRun }, target: 'deciding', actions: AGREE },
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
                tags: 'searching',
                after: { typingPause: 'lookingUp' },
                on: { 'row.awaited': LATCH },
              },
              lookingUp: {
                tags: 'searching',
                invoke: {
                  id: 'lookUp',
                  src: 'lookUp',
                  input: ({ context }) => context.page.search as Search<Kind>,
                  onDone: [
                    {
                      guard: byOutput('landsOnOne'),
                      target: 'settled',
                      actions: [
                        byOutput('addHits'),
                        raise(({ context }) => ({ type: 'hit.landed', hit: context.page.hits[0] as Hit<Kind> })),
                      ],
                    },
                    { guard: byOutput('landsOnSeveral'), target: 'settled', actions: [byOutput('addHits'), tell('several')] },
                    { guard: 'isLatched', target: 'settled', actions: [byOutput('addHits'), tell('nothing')] },
                    { target: 'settled', actions: byOutput('addHits') },
                  ],
                  onError: { target: 'failed', actions: tell('failed') },
                },
                initial: 'free',
                states: {
                  free: { on: { 'row.awaited': { target: 'latched', actions: byEvent('aim') } } },
                  latched: {
                    entry: assign({ latched: true }),
                    exit: assign({ latched: false }),
                    after: { latchLimit: { target: 'free', actions: tell('slow') } },
                    on: { 'row.picked': 'free' },
                  },
                },
              },
              failed: {
                tags: 'failed',
                on: { 'row.awaited': LATCH, 'search.retried': 'lookingUp' },
              },
            },
          },
        },
      },
    },
  })
