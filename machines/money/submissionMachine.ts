import { assign, setup } from 'xstate'
import type { Movement } from '#contract/rows/movements.ts'
import { requiredAction, requiredActor } from '../requiredActor.ts'
import type { FormDraft, Outcome, Refusal } from './submission.ts'
import {
  dropFieldErrors,
  mergeDraft,
  type Prepared,
  restoreDraft,
  type Sent,
  type SubmissionContext,
  type SubmissionEvent,
  type SubmissionInput,
  type SubmissionOutput,
} from './submissionContext.ts'

type WithOutcome = { outcome: Outcome }

const refusalIn = ({ outcome }: WithOutcome): Refusal | null => (outcome.kind === 'refused' ? outcome.refusal : null)

/** Codes about the transaction password. */
const SECRET_CODES = new Set(['errorPwd', 'TXN_PWD_NOT_SET', 'TOO_MANY_TRIES'])
/** The number was used: by this submission, or by another that chose the same. */
const USED_NUMBER_CODES = new Set(['DUPLICATE_ORDER_NO', 'IDEMPOTENCY_MISMATCH'])
/** Codes that no change of the form can resolve. */
const FINAL_CODES = new Set(['ACCOUNT_DISABLED', 'FORBIDDEN'])

/** A form that moves money: edit, review, send once, and find out the outcome. Withdraw, transfer and recharges share it. */
export const submissionMachine = setup({
  types: {
    context: {} as SubmissionContext & SubmissionInput,
    events: {} as SubmissionEvent,
    input: {} as SubmissionInput,
    output: {} as SubmissionOutput,
  },
  actors: {
    prepare: requiredActor<Prepared>('prepare'),
    submit: requiredActor<Outcome, Sent>('submit'),
    /** The movement with this number, if it exists. */
    lookUp: requiredActor<Movement | null, { number: string }>('lookUp'),
  },
  actions: {
    /** Stores the form at this step, without any secret. */
    keep: (_, _params: { at: FormDraft['at'] }) => requiredAction('keep')(),
    forget: requiredAction('forget'),
    assignSubmission: assign(({ context: { submission, newSubmission } }) => ({ submission: submission ?? newSubmission() })),
    /** The gateway stores a refusal under its key, so a changed form needs a new key. */
    renewIdempotencyKey: assign(({ context: { submission, newSubmission } }) => ({
      submission: submission === null ? null : { ...submission, idempotencyKey: newSubmission().idempotencyKey },
    })),
    showRefusal: assign((_, params: WithOutcome) => ({ refusal: refusalIn(params), secret: null })),
    dropSecret: assign({ secret: null }),
  },
  guards: {
    /** Whether the form is valid as far as the client can tell. */
    isSound: (): boolean => {
      throw new Error('required guard was not provided: "isSound"')
    },
    wasSent: (_, { kept }: { kept: FormDraft | null }) => kept?.at === 'sent' && kept.submission !== null,
    wasReviewed: (_, { kept }: { kept: FormDraft | null }) => kept?.at === 'reviewing' && kept.submission !== null,
    asksSecret: ({ context }) => context.asksSecret,
    lacksSecret: ({ context }) => context.asksSecret && context.secret === null,
    isAccepted: (_, { outcome }: WithOutcome) => outcome.kind === 'accepted',
    isLater: (_, { outcome }: WithOutcome) => outcome.kind === 'later',
    isNumberUsed: (_, params: WithOutcome) => USED_NUMBER_CODES.has(refusalIn(params)?.code ?? ''),
    isSecretRefused: (_, params: WithOutcome) => SECRET_CODES.has(refusalIn(params)?.code ?? ''),
    /** The refusal says nothing about an earlier attempt. */
    leavesDoubt: ({ context }, { outcome }: WithOutcome) =>
      context.isInDoubt && outcome.kind === 'refused' && !outcome.isDefinitive,
    isNotDefinitive: (_, { outcome }: WithOutcome) => outcome.kind === 'refused' && !outcome.isDefinitive,
    isFinal: (_, params: WithOutcome) => FINAL_CODES.has(refusalIn(params)?.code ?? ''),
    isFound: (_, { record }: { record: Movement | null }) => record !== null,
  },
  delays: { pauseDelay: ({ context }) => context.pause },
}).createMachine({
  id: 'submission',
  context: ({ input }) => ({
    ...input,
    formContext: null,
    values: {},
    submission: null,
    secret: null,
    refusal: null,
    isInDoubt: false,
    pause: 0,
    why: 'busy',
    receipt: null,
    objections: 0,
  }),
  initial: 'preparing',
  output: ({ context: { receipt, refusal } }): SubmissionOutput =>
    receipt === null ? { kind: 'refused', refusal: refusal! } : { kind: 'accepted', receipt },
  states: {
    preparing: {
      invoke: {
        id: 'prepare',
        src: 'prepare',
        onDone: [
          {
            guard: { type: 'wasSent', params: ({ event }) => event.output },
            target: 'unknown',
            actions: assign(({ event: { output } }) => ({ ...restoreDraft(output), isInDoubt: true })),
          },
          {
            guard: { type: 'wasReviewed', params: ({ event }) => event.output },
            target: 'restoring',
            actions: assign(({ event: { output } }) => restoreDraft(output)),
          },
          { target: 'editing', actions: assign(({ context, event: { output } }) => mergeDraft(context, output)) },
        ],
        onError: 'unprepared',
      },
    },
    unprepared: { on: { 'form.refresh': 'preparing' } },
    /** A reviewed form may be invalid now: the balance may have changed. */
    restoring: { always: [{ guard: 'isSound', target: 'reviewing' }, { target: 'editing' }] },

    editing: {
      on: {
        'form.change': {
          actions: [
            assign(({ context, event }) => ({
              values: { ...context.values, ...event.values },
              refusal: dropFieldErrors(context.refusal, Object.keys(event.values)),
            })),
            { type: 'keep', params: { at: 'editing' } },
          ],
        },
        // The identity is kept: it may have been sent.
        'form.clear': {
          target: 'preparing',
          actions: [assign({ values: {}, refusal: null, objections: 0 }), { type: 'keep', params: { at: 'editing' } }],
        },
        'form.refresh': 'preparing',
        'form.review': [
          { guard: 'isSound', target: 'reviewing', actions: assign({ refusal: null, objections: 0 }) },
          { actions: assign({ objections: ({ context }) => context.objections + 1 }) },
        ],
      },
    },

    reviewing: {
      entry: ['assignSubmission', { type: 'keep', params: { at: 'reviewing' } }],
      on: {
        'review.back': 'editing',
        'review.confirm': [
          { guard: 'asksSecret', target: 'authorizing', actions: assign({ refusal: null }) },
          { target: 'submitting', actions: assign({ refusal: null }) },
        ],
      },
    },

    /** The transaction password is asked last and dropped first. */
    authorizing: {
      on: {
        'review.back': [
          { guard: ({ context }) => context.isInDoubt, target: 'unknown' },
          { target: 'reviewing', actions: assign({ refusal: null }) },
        ],
        'secret.submit': {
          target: 'submitting',
          actions: assign({ secret: ({ event }) => event.secret, refusal: null }),
        },
      },
    },

    submitting: {
      // Before sending: a page loaded in between must know that the form may have been sent.
      entry: { type: 'keep', params: { at: 'sent' } },
      invoke: {
        id: 'submit',
        src: 'submit',
        input: ({ context: { values, submission, secret } }) => ({ values, submission: submission!, secret }),
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => ({ outcome: event.output }) },
            target: 'accepted',
            actions: assign(({ event }) => ({ receipt: (event.output as Extract<Outcome, { kind: 'accepted' }>).receipt })),
          },
          {
            guard: { type: 'isLater', params: ({ event }) => ({ outcome: event.output }) },
            target: 'waiting',
            actions: assign(({ event }) => {
              const { seconds, why } = event.output as Extract<Outcome, { kind: 'later' }>
              return { pause: seconds * 1000, why }
            }),
          },
          {
            guard: { type: 'isNumberUsed', params: ({ event }) => ({ outcome: event.output }) },
            target: 'checking',
            actions: assign({ isInDoubt: true }),
          },
          {
            guard: { type: 'isSecretRefused', params: ({ event }) => ({ outcome: event.output }) },
            target: 'authorizing',
            actions: [
              { type: 'showRefusal', params: ({ event }) => ({ outcome: event.output }) },
              { type: 'keep', params: ({ context }) => ({ at: context.isInDoubt ? 'sent' : 'reviewing' }) },
            ],
          },
          {
            guard: { type: 'leavesDoubt', params: ({ event }) => ({ outcome: event.output }) },
            target: 'unknown',
            actions: { type: 'showRefusal', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'isFinal', params: ({ event }) => ({ outcome: event.output }) },
            target: 'refused',
            actions: { type: 'showRefusal', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'isNotDefinitive', params: ({ event }) => ({ outcome: event.output }) },
            target: 'reviewing',
            actions: { type: 'showRefusal', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            target: 'editing',
            actions: [
              { type: 'showRefusal', params: ({ event }) => ({ outcome: event.output }) },
              'renewIdempotencyKey',
              assign({ isInDoubt: false }),
              { type: 'keep', params: { at: 'editing' } },
            ],
          },
        ],
        onError: { target: 'unknown', actions: assign({ isInDoubt: true, refusal: null }) },
      },
    },

    /** The gateway is processing it, or asked to wait. The same submission is sent again. */
    waiting: { after: { pauseDelay: 'submitting' } },

    /** Money may have moved. Everything is kept, and nothing new can be sent. */
    unknown: {
      on: {
        'outcome.check': 'checking',
        'outcome.retry': [{ guard: 'lacksSecret', target: 'authorizing' }, { target: 'submitting' }],
      },
    },
    checking: {
      invoke: {
        id: 'lookUp',
        src: 'lookUp',
        input: ({ context }) => ({ number: context.submission!.number }),
        onDone: [
          {
            guard: { type: 'isFound', params: ({ event }) => ({ record: event.output }) },
            target: 'accepted',
            actions: assign({ receipt: ({ event }) => event.output }),
          },
          { target: 'absent' },
        ],
        onError: 'unchecked',
      },
    },
    /** There is no movement with that number at this moment. */
    absent: {
      on: {
        'outcome.check': 'checking',
        'outcome.retry': [{ guard: 'lacksSecret', target: 'authorizing' }, { target: 'submitting' }],
        'outcome.edit': { target: 'editing', actions: ['dropSecret', assign({ refusal: null, isInDoubt: false })] },
      },
    },
    unchecked: {
      on: {
        'outcome.check': 'checking',
        'outcome.retry': [{ guard: 'lacksSecret', target: 'authorizing' }, { target: 'submitting' }],
      },
    },

    accepted: { type: 'final', entry: ['dropSecret', 'forget'] },
    refused: { type: 'final', entry: ['dropSecret', 'forget'] },
  },
})
