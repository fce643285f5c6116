import { and, assign, type DoneActorEvent, not, setup } from 'xstate'
import { requiredActor } from '../requiredActor.ts'

/** Field -> message key of what is wrong with it. */
export type Faults = Readonly<Record<string, string>>

/** What came of it, where that is known: whoever knows nothing throws. */
export type SaveOutcome<Saved> =
  | { kind: 'saved'; saved: Saved }
  /** `isDefinitive`: about this very change, and not only about this try of it. */
  | { kind: 'refused'; code: string; message: string; fields: Faults; isDefinitive: boolean }

export interface Refusal {
  code: string
  message: string
}

export interface SaveRequest<Stored, Values> {
  values: Values
  stored: Stored
  /** What the confirm step asked for; empty where there is none. */
  password: string
  /** One key for a change, however often it has to be sent. */
  key: string
}

export interface SavingContext<Stored, Values, Saved> {
  /** What the gateway has, as far as it was heard; null before. */
  stored: Stored | null
  values: Values
  faults: Faults
  /** The faults as they were found last: another object each time, which editing leaves alone. */
  found: Faults
  refusal: Refusal | null
  saved: Saved | null
  /** What reading it failed with. */
  failure: unknown
  /** It was looked again at what is stored, because nobody knew what became of a change. */
  looked: boolean
  password: string
  /** Under it the gateway makes this change at most once. */
  key: string
  /** Whether a try of it may have been carried out. */
  isInDoubt: boolean
}

export interface SavingInput {
  /** A key that nobody has used. */
  newKey(): string
}

export type SavingEvent<Stored, Values> =
  /** It was changed by another flow of the same screen. */
  | { type: 'stored.changed'; stored: Stored }
  | { type: 'values.edit'; values: Partial<Values> }
  /** What this browser remembers of it, and the key it was sent under where nobody knows what came of that. */
  | { type: 'form.restore'; values: Partial<Values>; sent: string | null }
  | { type: 'field.leave'; name: string & keyof Values }
  | { type: 'form.submit' }
  | { type: 'warning.accept' }
  | { type: 'form.back' }
  | { type: 'form.confirm'; password: string }
  | { type: 'form.discard' }
  | { type: 'form.again' }
  /** The very same, under the same key. */
  | { type: 'form.retry' }
  | { type: 'stored.look' }

export interface Kind<Stored, Values> {
  /** What stands in the form when it is opened over what is stored. */
  open(stored: Stored | null): Values
  /** What is wrong with it before anybody is asked. */
  check(values: Values, stored: Stored | null): Faults
  /** Whether something is to be read and understood first: a change that shuts its author out. */
  warns?(values: Values, stored: Stored | null): boolean
  /** Whether a password is asked for before it is sent. */
  confirms: boolean
  /** Fields that are typed in the confirm step, so that a fault of theirs leads back there. */
  confirmed?: readonly string[]
}

const PASSWORD_CODES: readonly string[] = ['errorPwd', 'TOO_MANY_TRIES', 'TXN_PWD_NOT_SET']

/**
 * The flow of every change a user makes to what is kept: edit, be warned, confirm, send; then it is saved, refused, or nobody
 * knows. What was typed survives all but the first. What nobody knows is looked up, or asked for once more under its key, before
 * anything else is offered.
 */
export const createSavingMachine = <Stored, Values extends object, Saved>(kind: Kind<Stored, Values>) => {
  type Context = SavingContext<Stored, Values, Saved>
  type Done = DoneActorEvent<SaveOutcome<Saved>>
  const isRefused = ({ output }: Done, at: 'confirm' | 'form') =>
    output.kind === 'refused' && isAboutPassword(output.code, output.fields, kind) === (at === 'confirm')

  return setup({
    types: { context: {} as Context & SavingInput, events: {} as SavingEvent<Stored, Values>, input: {} as SavingInput },
    actors: {
      load: requiredActor<Stored, { values: Values | null }>('load'),
      save: requiredActor<SaveOutcome<Saved>, SaveRequest<Stored, Values>>('save'),
    },
    actions: {
      find: assign(({ context }) => {
        const found = kind.check(context.values, context.stored)
        return { faults: found, found, refusal: null }
      }),
      forget: assign({ faults: {}, refusal: null, password: '' }),
      // Another key: what is sent from now on is another change.
      beginAnew: assign(({ context }) => ({
        values: kind.open(context.stored),
        faults: {},
        refusal: null,
        saved: null,
        looked: false,
        password: '',
        key: context.newKey(),
        isInDoubt: false,
      })),
      renew: assign({ key: ({ context }) => context.newKey(), isInDoubt: false }),
      refuse: assign((_, { output }: { output: SaveOutcome<Saved> }) =>
        output.kind === 'refused'
          ? {
              faults: output.fields,
              found: output.fields,
              refusal: { code: output.code, message: output.message },
              password: '',
            }
          : {},
      ),
    },
    guards: {
      faulty: ({ context }) => Object.keys(kind.check(context.values, context.stored)).length > 0,
      needsWarning: ({ context }) => kind.warns?.(context.values, context.stored) === true,
      confirming: () => kind.confirms,
      inDoubt: ({ context }) => context.isInDoubt,
      wasSent: (_, { sent }: { sent: string | null }) => sent !== null,
    },
  }).createMachine({
    id: 'saving',
    context: ({ input }) => ({
      ...input,
      stored: null,
      values: kind.open(null),
      faults: {},
      found: {},
      refusal: null,
      saved: null,
      failure: null,
      looked: false,
      password: '',
      key: input.newKey(),
      isInDoubt: false,
    }),
    initial: 'loading',
    on: { 'stored.changed': { actions: assign({ stored: ({ event }) => event.stored }) } },
    states: {
      loading: {
        invoke: {
          id: 'load',
          src: 'load',
          input: { values: null },
          onDone: {
            target: 'editing',
            actions: assign(({ event }) => ({ stored: event.output, values: kind.open(event.output) })),
          },
          onError: { target: 'failed', actions: assign({ failure: ({ event }) => event.error }) },
        },
      },
      failed: { on: { 'stored.look': 'loading' } },

      editing: {
        on: {
          'values.edit': {
            actions: assign(({ context, event }) => ({
              values: { ...context.values, ...event.values },
              faults: without(context.faults, Object.keys(event.values)),
              // What was sent once was something else.
              ...(context.looked && { key: context.newKey() }),
            })),
          },
          'form.restore': [
            {
              guard: { type: 'wasSent', params: ({ event }) => event },
              target: 'unknown',
              actions: assign(({ context, event }) => ({
                values: { ...context.values, ...event.values },
                faults: {},
                key: event.sent ?? context.key,
                isInDoubt: true,
              })),
            },
            { actions: assign(({ context, event }) => ({ values: { ...context.values, ...event.values } })) },
          ],
          'field.leave': {
            actions: assign(({ context, event }) => {
              const fault = kind.check(context.values, context.stored)[event.name]
              return fault === undefined ? {} : { faults: { ...context.faults, [event.name]: fault } }
            }),
          },
          'form.submit': [
            { guard: 'faulty', actions: 'find' },
            { guard: 'needsWarning', target: 'warned', actions: 'forget' },
            { guard: 'confirming', target: 'confirming', actions: 'forget' },
            { target: 'submitting', actions: 'forget' },
          ],
          'form.discard': { actions: 'beginAnew' },
        },
      },
      warned: {
        on: {
          'form.back': 'editing',
          'warning.accept': [{ guard: 'confirming', target: 'confirming' }, { target: 'submitting' }],
        },
      },
      confirming: {
        on: {
          'form.back': [
            { guard: 'inDoubt', target: 'unknown' },
            { target: 'editing', actions: 'forget' },
          ],
          'form.discard': { target: 'editing', actions: 'beginAnew' },
          'form.confirm': { target: 'submitting', actions: assign({ password: ({ event }) => event.password }) },
        },
      },
      submitting: {
        invoke: {
          id: 'save',
          src: 'save',
          input: ({ context: { values, stored, password, key } }) => ({ values, stored: stored as Stored, password, key }),
          onDone: [
            {
              guard: ({ event }) => isRefused(event, 'confirm'),
              target: 'confirming',
              actions: { type: 'refuse', params: ({ event }) => ({ output: event.output }) },
            },
            {
              guard: ({ context, event: { output } }) => context.isInDoubt && output.kind === 'refused' && !output.isDefinitive,
              target: 'unknown',
              actions: { type: 'refuse', params: ({ event }) => ({ output: event.output }) },
            },
            {
              guard: ({ event }) => isRefused(event, 'form'),
              target: 'editing',
              // Decided, so the next one is another change.
              actions: [{ type: 'refuse', params: ({ event }) => ({ output: event.output }) }, 'renew'],
            },
            {
              target: 'saved',
              actions: assign({
                saved: ({ event }) => (event.output.kind === 'saved' ? event.output.saved : null),
                password: '',
                isInDoubt: false,
              }),
            },
          ],
          onError: { target: 'unknown', actions: assign({ password: '', refusal: null, faults: {}, isInDoubt: true }) },
        },
      },

      // It may have been done, and what was typed stays. Where a secret would have to be typed anew, it cannot be the same again.
      unknown: {
        on: {
          'stored.look': 'looking',
          'form.retry': [
            { guard: and([not('faulty'), 'confirming']), target: 'confirming' },
            { guard: not('faulty'), target: 'submitting' },
          ],
        },
      },
      looking: {
        invoke: {
          id: 'look',
          src: 'load',
          input: ({ context }) => ({ values: context.values }),
          onDone: {
            target: 'editing',
            actions: assign({ stored: ({ event }) => event.output, looked: true, isInDoubt: false, refusal: null }),
          },
          onError: 'unknown',
        },
      },

      saved: { on: { 'form.again': { target: 'loading', actions: 'beginAnew' } } },
    },
  })
}

type Confirming = Pick<Kind<unknown, unknown>, 'confirms' | 'confirmed'>

const isAboutPassword = (code: string, fields: Faults, { confirms, confirmed = ['txnPwd'] }: Confirming): boolean =>
  confirms && (PASSWORD_CODES.includes(code) || Object.keys(fields).some((name) => confirmed.includes(name)))

const without = (faults: Faults, names: readonly string[]): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => !names.includes(name)))

export type SavingMachine<Stored, Values extends object, Saved> = ReturnType<typeof createSavingMachine<Stored, Values, Saved>>
