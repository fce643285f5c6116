import { and, assign, type DoneActorEvent, not, setup } from 'xstate'
import { requiredActor } from '../requiredActor.ts'

/** Field -> message key of its error. */
export type Faults = Readonly<Record<string, string>>

/** The outcome of a save. An unknown outcome is an error. */
export type SaveOutcome<Saved> =
  | { kind: 'saved'; saved: Saved }
  /** `isDefinitive`: whether the refusal is about the change itself and not only about this attempt. */
  | { kind: 'refused'; code: string; message: string; fields: Faults; isDefinitive: boolean }

export interface Refusal {
  code: string
  message: string
}

export interface SaveRequest<Stored, Values> {
  values: Values
  stored: Stored
  /** The password of the confirm step; empty without one. */
  password: string
  /** The same key for every attempt to send a change. */
  idempotencyKey: string
}

export interface SavingContext<Stored, Values, Saved> {
  /** The stored values as last read; null before. */
  stored: Stored | null
  values: Values
  faults: Faults
  /** The faults of the latest check: a new object each time, not changed by editing. */
  found: Faults
  refusal: Refusal | null
  saved: Saved | null
  /** The error of reading the stored values. */
  failure: unknown
  /** Whether the stored values were read again after a save with an unknown outcome. */
  looked: boolean
  password: string
  /** The gateway applies this change at most once under the key. */
  idempotencyKey: string
  /** Whether an earlier attempt may have been carried out. */
  isInDoubt: boolean
}

export interface SavingInput {
  /** Creates an unused key. */
  newIdempotencyKey(): string
}

export type SavingEvent<Stored, Values> =
  /** Another flow of the same screen has changed the stored values. */
  | { type: 'stored.changed'; stored: Stored }
  | { type: 'values.edit'; values: Partial<Values> }
  /** The draft stored by this browser, with its idempotency key if it was sent with an unknown outcome. */
  | { type: 'form.restore'; values: Partial<Values>; sent: string | null }
  | { type: 'field.leave'; name: string & keyof Values }
  | { type: 'form.submit' }
  | { type: 'warning.accept' }
  | { type: 'form.back' }
  | { type: 'form.confirm'; password: string }
  | { type: 'form.discard' }
  | { type: 'form.again' }
  /** Sends the same change under the same key. */
  | { type: 'form.retry' }
  | { type: 'stored.look' }

export interface SavingKind<Stored, Values> {
  /** The form's initial values for the stored values. */
  open(stored: Stored | null): Values
  /** Client-side validation. */
  check(values: Values, stored: Stored | null): Faults
  /** Whether the change needs a warning first, such as a change that would lock the user out. */
  warns?(values: Values, stored: Stored | null): boolean
  /** Whether a password is required before sending. */
  confirms: boolean
  /** Fields of the confirm step: a fault in any of them returns to that step. */
  confirmed?: readonly string[]
}

const PASSWORD_CODES: readonly string[] = ['errorPwd', 'TOO_MANY_TRIES', 'TXN_PWD_NOT_SET']

/**
 * A change of stored settings: edit, warn, confirm, send. It ends saved, refused, or with an unknown outcome. The typed values
 * are kept unless it was saved. An unknown outcome must be resolved first: by reading the stored values, or by sending the same
 * change again under its key.
 */
export const createSavingMachine = <Stored, Values extends object, Saved>(kind: SavingKind<Stored, Values>) => {
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
      // A new key: the next save is another change.
      beginAnew: assign(({ context }) => ({
        values: kind.open(context.stored),
        faults: {},
        refusal: null,
        saved: null,
        looked: false,
        password: '',
        idempotencyKey: context.newIdempotencyKey(),
        isInDoubt: false,
      })),
      renew: assign({ idempotencyKey: ({ context }) => context.newIdempotencyKey(), isInDoubt: false }),
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
      idempotencyKey: input.newIdempotencyKey(),
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
              // The values differ from those sent before.
              ...(context.looked && { idempotencyKey: context.newIdempotencyKey() }),
            })),
          },
          'form.restore': [
            {
              guard: { type: 'wasSent', params: ({ event }) => event },
              target: 'unknown',
              actions: assign(({ context, event }) => ({
                values: { ...context.values, ...event.values },
                faults: {},
                idempotencyKey: event.sent ?? context.idempotencyKey,
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
          input: ({ context: { values, stored, password, idempotencyKey } }) => ({
            values,
            stored: stored as Stored,
            password,
            idempotencyKey,
          }),
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
              // The refusal is final, so the next save is another change.
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

      // The change may have been applied, and the typed values are kept. A secret that has to be typed again may differ, so
      // such a form cannot be retried.
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

type Confirming = Pick<SavingKind<unknown, unknown>, 'confirms' | 'confirmed'>

const isAboutPassword = (code: string, fields: Faults, { confirms, confirmed = ['txnPwd'] }: Confirming): boolean =>
  confirms && (PASSWORD_CODES.includes(code) || Object.keys(fields).some((name) => confirmed.includes(name)))

const without = (faults: Faults, names: readonly string[]): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => !names.includes(name)))

export type SavingMachine<Stored, Values extends object, Saved> = ReturnType<typeof createSavingMachine<Stored, Values, Saved>>
