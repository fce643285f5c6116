import { assign, setup } from 'xstate'
import { requiredAction, requiredActor } from '../requiredActor.ts'
import type {
  Faults,
  FormDraft,
  Found,
  Outcome,
  Prepared,
  Refusal,
  Sent,
  Submission,
  SubmissionContext,
  SubmissionEvent,
  SubmissionInput,
  SubmissionOptions,
  SubmissionOutput,
} from './submission.ts'

/** Codes about the transaction password. */
const SECRET_CODES = new Set(['errorPwd', 'TXN_PWD_NOT_SET', 'TOO_MANY_TRIES'])
/** The number was used: by this submission, or by another that chose the same. */
const USED_NUMBER_CODES = new Set(['DUPLICATE_ORDER_NO', 'IDEMPOTENCY_MISMATCH'])
/** Codes that no change of the form can resolve. */
const FINAL_CODES = new Set(['ACCOUNT_DISABLED', 'FORBIDDEN'])

/**
 * A form that takes effect once: edit, review, authorize, send, and find out the outcome. Money forms and settings share it.
 * The values are kept unless the submission was accepted, and an unknown outcome is settled before anything else is sent.
 */
export const createSubmissionMachine = <Stored, Values extends object, Receipt>(options: SubmissionOptions<Stored, Values>) => {
  type Context = SubmissionContext<Stored, Values, Receipt> & SubmissionInput
  type WithOutcome = { outcome: Outcome<Receipt> }
  const { initialValues, check, secret, review } = options
  const ends = options.lookUp === 'submission'

  const withOutcome = ({ event }: { event: { output: Outcome<Receipt> } }): WithOutcome => ({ outcome: event.output })
  const withPrepared = ({ event }: { event: { output: Prepared<Stored, Values> } }) => event.output
  const refusalIn = ({ outcome }: WithOutcome): Refusal | null => (outcome.kind === 'refused' ? outcome.refusal : null)
  const codeIn = (params: WithOutcome): string => refusalIn(params)?.code ?? ''
  const faultsIn = ({ values, stored }: Context): Faults => check(values, stored)
  const isFaulty = (context: Context): boolean => Object.keys(faultsIn(context)).length > 0

  /** The values changed here, which a fresh reading does not replace. */
  const changedValues = ({ values, stored }: Context): Partial<Values> => {
    const initial = initialValues(stored) as Record<string, unknown>
    const changed = Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name]))
    return Object.fromEntries(changed) as Partial<Values>
  }

  return setup({
    types: {
      context: {} as Context,
      events: {} as SubmissionEvent<Stored, Values>,
      input: {} as SubmissionInput,
      output: {} as SubmissionOutput<Receipt>,
    },
    actors: {
      prepare: requiredActor<Prepared<Stored, Values>>('prepare'),
      submit: requiredActor<Outcome<Receipt>, Sent<Stored, Values>>('submit'),
      lookUp: requiredActor<Found<Stored, Receipt>, { submission: Submission; values: Values }>('lookUp'),
    },
    actions: {
      /** Stores the form at this step, without any secret. */
      keep: (_, _params: { at: FormDraft['at'] }) => requiredAction('keep')(),
      forget: requiredAction('forget'),
      /** The form as it was left, in this page or in another. */
      restore: assign((_, { stored, kept }: Prepared<Stored, Values>) => ({
        stored,
        values: { ...initialValues(stored), ...kept?.values },
        submission: kept?.submission ?? null,
      })),
      /** The same for a form being edited: values typed here take precedence over the stored draft. */
      merge: assign(({ context }, { stored, kept }: Prepared<Stored, Values>) => ({
        stored,
        values: { ...initialValues(stored), ...kept?.values, ...changedValues(context) },
        submission: context.submission ?? kept?.submission ?? null,
      })),
      change: assign(({ context }, { values }: { values: Partial<Values> }) => ({
        values: { ...context.values, ...values },
        faults: without(context.faults, Object.keys(values)),
        refusal: withoutFields(context.refusal, Object.keys(values)),
        // After a look-up, other values are another submission.
        submission: context.isChecked ? null : context.submission,
      })),
      object: assign(({ context }) => ({
        faults: faultsIn(context),
        refusal: null,
        objections: context.objections + 1,
      })),
      accept: assign({ faults: {}, refusal: null, objections: 0 }),
      beginAnew: assign(({ context }) => ({
        values: initialValues(context.stored),
        faults: {},
        objections: 0,
        submission: null,
        refusal: null,
        receipt: null,
        isChecked: false,
      })),
      assignSubmission: assign(({ context: { submission, newSubmission } }) => ({ submission: submission ?? newSubmission() })),
      /** The gateway stores a refusal under its key, so a changed form needs a new key. */
      renewIdempotencyKey: assign(({ context: { submission, newSubmission } }) => ({
        submission: submission === null ? null : { ...submission, idempotencyKey: newSubmission().idempotencyKey },
      })),
      showRefusal: assign(({ context }, params: WithOutcome) => ({
        refusal: refusalIn(params),
        objections: context.objections + 1,
        secret: null,
      })),
      dropSecret: assign({ secret: null }),
      dropRefusal: assign({ refusal: null }),
    },
    guards: {
      isFaulty: ({ context }) => isFaulty(context),
      isSound: ({ context }) => !isFaulty(context),
      needsReview: ({ context: { values, stored } }) => review === true || review?.(values, stored) === true,
      isReviewed: () => review === true,
      asksSecret: () => secret === 'asked',
      lacksSecret: ({ context }) => secret === 'asked' && context.secret === null,
      readsStored: () => !ends,
      isInDoubt: ({ context }) => context.isInDoubt,
      /** A secret field is empty after a reload, so the same content cannot be sent again. */
      isUnrepeatable: ({ context }) => !ends && isFaulty(context),
      wasSent: (_, { kept }: Prepared<Stored, Values>) => kept?.at === 'sent' && kept.submission !== null,
      wasReviewed: (_, { kept }: Prepared<Stored, Values>) => kept?.at === 'reviewing' && kept.submission !== null,
      isAccepted: (_, { outcome }: WithOutcome) => outcome.kind === 'accepted',
      isLater: (_, { outcome }: WithOutcome) => outcome.kind === 'later',
      isNumberUsed: (_, params: WithOutcome) => ends && USED_NUMBER_CODES.has(codeIn(params)),
      isSecretRefused: (_, params: WithOutcome) =>
        secret !== undefined && (SECRET_CODES.has(codeIn(params)) || refusalIn(params)?.fields.txnPwd !== undefined),
      /** The refusal says nothing about an earlier attempt. */
      leavesDoubt: ({ context }, { outcome }: WithOutcome) =>
        context.isInDoubt && outcome.kind === 'refused' && !outcome.isDefinitive,
      isFinal: (_, params: WithOutcome) => ends && FINAL_CODES.has(codeIn(params)),
      returnsToReview: (_, { outcome }: WithOutcome) => review === true && outcome.kind === 'refused' && !outcome.isDefinitive,
    },
    delays: { pauseDelay: ({ context }) => context.pause },
  }).createMachine({
    id: 'submission',
    context: ({ input }) => ({
      ...input,
      stored: null,
      values: initialValues(null),
      faults: {},
      objections: 0,
      submission: null,
      secret: null,
      refusal: null,
      isInDoubt: false,
      isChecked: false,
      pause: 0,
      why: 'busy',
      receipt: null,
      failure: null,
    }),
    initial: 'preparing',
    output: ({ context: { receipt, refusal } }): SubmissionOutput<Receipt> =>
      receipt === null ? { kind: 'refused', refusal: refusal! } : { kind: 'accepted', receipt },
    on: { 'stored.changed': { actions: assign({ stored: ({ event }) => event.stored }) } },
    states: {
      preparing: {
        invoke: {
          id: 'prepare',
          src: 'prepare',
          onDone: [
            {
              guard: { type: 'wasSent', params: withPrepared },
              target: 'unknown',
              actions: [{ type: 'restore', params: withPrepared }, assign({ isInDoubt: true })],
            },
            {
              guard: { type: 'wasReviewed', params: withPrepared },
              target: 'restoring',
              actions: { type: 'restore', params: withPrepared },
            },
            { target: 'editing', actions: { type: 'merge', params: withPrepared } },
          ],
          onError: { target: 'unprepared', actions: assign({ failure: ({ event }) => event.error }) },
        },
      },
      unprepared: { on: { 'form.refresh': { target: 'preparing', actions: assign({ failure: null }) } } },
      /** A reviewed form may be invalid now: the balance may have changed. */
      restoring: { always: [{ guard: 'isSound', target: 'reviewing' }, { target: 'editing' }] },

      editing: {
        on: {
          'form.change': {
            actions: [
              { type: 'change', params: ({ event }) => event },
              { type: 'keep', params: { at: 'editing' } },
            ],
          },
          'field.leave': {
            actions: assign(({ context, event: { name } }) => {
              const fault = faultsIn(context)[name]
              return fault === undefined ? {} : { faults: { ...context.faults, [name]: fault } }
            }),
          },
          'form.clear': [
            { guard: 'readsStored', actions: ['beginAnew', { type: 'keep', params: { at: 'editing' } }] },
            // The identity is kept: it may have been sent.
            {
              target: 'preparing',
              actions: [
                assign(({ context }) => ({ values: initialValues(context.stored) })),
                'accept',
                { type: 'keep', params: { at: 'editing' } },
              ],
            },
          ],
          'form.refresh': 'preparing',
          'form.submit': [
            { guard: 'isFaulty', actions: 'object' },
            { guard: 'needsReview', target: 'reviewing', actions: 'accept' },
            { guard: 'asksSecret', target: 'authorizing', actions: 'accept' },
            { target: 'submitting', actions: 'accept' },
          ],
        },
      },

      reviewing: {
        entry: ['assignSubmission', { type: 'keep', params: { at: 'reviewing' } }],
        on: {
          'form.back': 'editing',
          'review.confirm': [
            { guard: 'asksSecret', target: 'authorizing', actions: 'dropRefusal' },
            { target: 'submitting', actions: 'dropRefusal' },
          ],
        },
      },

      /** The transaction password is asked last and dropped first. */
      authorizing: {
        on: {
          'form.back': [
            { guard: 'isInDoubt', target: 'unknown' },
            { guard: 'isReviewed', target: 'reviewing', actions: 'dropRefusal' },
            { target: 'editing', actions: 'dropRefusal' },
          ],
          'secret.submit': {
            target: 'submitting',
            actions: assign({ secret: ({ event }) => event.secret, refusal: null }),
          },
        },
      },

      submitting: {
        // Before sending: a page loaded in between must know that the form may have been sent.
        entry: ['assignSubmission', { type: 'keep', params: { at: 'sent' } }],
        invoke: {
          id: 'submit',
          src: 'submit',
          input: ({ context: { values, stored, submission, secret } }) => ({
            values,
            stored: stored!,
            submission: submission!,
            secret,
          }),
          onDone: [
            {
              guard: { type: 'isAccepted', params: withOutcome },
              target: 'accepted',
              actions: assign(({ event: { output } }) => (output.kind === 'accepted' ? { receipt: output.receipt } : {})),
            },
            {
              guard: { type: 'isLater', params: withOutcome },
              target: 'waiting',
              actions: assign(({ event: { output } }) =>
                output.kind === 'later' ? { pause: output.seconds * 1000, why: output.why } : {},
              ),
            },
            {
              guard: { type: 'isNumberUsed', params: withOutcome },
              target: 'checking',
              actions: assign({ isInDoubt: true }),
            },
            {
              guard: { type: 'isSecretRefused', params: withOutcome },
              target: 'authorizing',
              actions: [
                { type: 'showRefusal', params: withOutcome },
                { type: 'keep', params: ({ context }) => ({ at: context.isInDoubt ? 'sent' : 'reviewing' }) },
              ],
            },
            {
              guard: { type: 'leavesDoubt', params: withOutcome },
              target: 'unknown',
              actions: { type: 'showRefusal', params: withOutcome },
            },
            {
              guard: { type: 'isFinal', params: withOutcome },
              target: 'refused',
              actions: { type: 'showRefusal', params: withOutcome },
            },
            {
              guard: { type: 'returnsToReview', params: withOutcome },
              target: 'reviewing',
              actions: { type: 'showRefusal', params: withOutcome },
            },
            {
              target: 'editing',
              actions: [
                { type: 'showRefusal', params: withOutcome },
                'renewIdempotencyKey',
                assign({ isInDoubt: false }),
                { type: 'keep', params: { at: 'editing' } },
              ],
            },
          ],
          onError: {
            target: 'unknown',
            actions: assign(({ context }) => ({ isInDoubt: true, refusal: null, secret: ends ? context.secret : null })),
          },
        },
      },

      /** The gateway is processing it, or asked to wait. The same submission is sent again. */
      waiting: { after: { pauseDelay: 'submitting' } },

      /** It may have taken effect. Everything is kept, and nothing new can be sent. */
      unknown: {
        on: {
          'outcome.check': 'checking',
          'outcome.retry': [
            { guard: 'isUnrepeatable' },
            { guard: 'lacksSecret', target: 'authorizing' },
            { target: 'submitting' },
          ],
        },
      },
      checking: {
        invoke: {
          id: 'lookUp',
          src: 'lookUp',
          input: ({ context }) => ({ submission: context.submission!, values: context.values }),
          onDone: [
            {
              guard: ({ event: { output } }) => output !== null && 'receipt' in output,
              target: 'accepted',
              actions: assign(({ event: { output } }) =>
                output !== null && 'receipt' in output ? { receipt: output.receipt } : {},
              ),
            },
            {
              guard: ({ event: { output } }) => output !== null && 'stored' in output,
              target: 'editing',
              actions: [
                assign(({ event: { output } }) => (output !== null && 'stored' in output ? { stored: output.stored } : {})),
                assign({ isChecked: true, isInDoubt: false, refusal: null }),
                { type: 'keep', params: { at: 'editing' } },
              ],
            },
            { target: 'absent' },
          ],
          onError: 'unchecked',
        },
      },
      /** There is no submission with that number at this moment. */
      absent: {
        on: {
          'outcome.check': 'checking',
          'outcome.retry': [{ guard: 'lacksSecret', target: 'authorizing' }, { target: 'submitting' }],
          'outcome.edit': {
            target: 'editing',
            actions: ['dropSecret', assign({ refusal: null, isInDoubt: false })],
          },
        },
      },
      unchecked: {
        on: {
          'outcome.check': 'checking',
          'outcome.retry': [
            { guard: 'isUnrepeatable' },
            { guard: 'lacksSecret', target: 'authorizing' },
            { target: 'submitting' },
          ],
        },
      },

      accepted: {
        entry: ['dropSecret', assign({ isInDoubt: false }), 'forget'],
        ...(ends
          ? { type: 'final' as const }
          : { on: { 'form.again': { target: 'preparing', actions: 'beginAnew' as const } } }),
      },
      refused: { type: 'final', entry: ['dropSecret', 'forget'] },
    },
  })
}

export type SubmissionMachine<Stored, Values extends object, Receipt> = ReturnType<
  typeof createSubmissionMachine<Stored, Values, Receipt>
>

const without = <Value>(record: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

/** The refusal without the messages of the changed fields; null when no message is left. */
function withoutFields(refusal: Refusal | null, changed: readonly string[]): Refusal | null {
  if (refusal === null) return null
  const fields = without(refusal.fields, changed)
  return Object.keys(fields).length === 0 ? null : { ...refusal, fields }
}
