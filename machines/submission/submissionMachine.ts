import { assign, setup } from 'xstate'
import { byEvent, byOutput, requiredAction, requiredActor } from '../parts.ts'
import {
  changedValues,
  type FormDraft,
  type Found,
  FRESH,
  isFinalRefusal,
  isKeyUsed,
  isNumberUsed,
  isSecretRefused,
  type Outcome,
  type Prepared,
  refusalOf,
  type Sent,
  type SubmissionContext,
  type SubmissionEvent,
  type SubmissionInput,
  type SubmissionOptions,
  type SubmissionOutput,
  stillFaulty,
  without,
  withoutFields,
} from './submission.ts'

const RESEND = [{ guard: 'lacksSecret', target: 'authorizing' }, { target: 'submitting' }] as const

/** The outcome can be looked up, and the same submission can be sent again. */
const IN_DOUBT = { on: { 'outcome.check': 'checking', 'outcome.retry': [{ guard: 'isUnrepeatable' }, ...RESEND] } } as const

/** Stores the form at this step, without any secret. */
const keepAt = (at: FormDraft['at']) => ({ type: 'keep' as const, params: { at } })

/**
 * A form that takes effect once: edit, review or authorize, send, and find out the outcome. Money forms and settings share it.
 * The values are kept unless the submission was accepted, and an unknown outcome is settled before anything else is sent.
 */
export const createSubmissionMachine = <Stored, Values extends object, Receipt>(options: SubmissionOptions<Stored, Values>) => {
  type Context = SubmissionContext<Stored, Values, Receipt> & SubmissionInput
  const { initialValues, check, secret, review } = options
  const ends = options.lookUp === 'submission'

  const faultsIn = ({ values, stored }: Context) => check(values, stored)
  const isFaulty = (context: Context): boolean => Object.keys(faultsIn(context)).length > 0

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
      lookUp: requiredActor<Found<Stored, Receipt>, Omit<Sent<Stored, Values>, 'secret'>>('lookUp'),
    },
    actions: {
      keep: (_, _params: { at: FormDraft['at'] }) => requiredAction('keep')(),
      forget: requiredAction('forget'),
      /** The form as it was left, in this page or in another. */
      restore: assign((_, { stored, kept }: Prepared<Stored, Values>) => ({
        stored,
        values: { ...initialValues(stored), ...kept?.values },
        submission: kept?.submission ?? null,
        mayArrive: kept?.mayArrive ?? false,
      })),
      /** The same for a form being edited: values typed here take precedence over the stored draft. */
      merge: assign(({ context }, { stored, kept }: Prepared<Stored, Values>) => ({
        stored,
        values: { ...initialValues(stored), ...kept?.values, ...changedValues(context.values, initialValues(context.stored)) },
        submission: context.submission ?? kept?.submission ?? null,
        mayArrive: context.mayArrive || (kept?.mayArrive ?? false),
      })),
      change: assign(({ context }, { values: typed }: { values: Partial<Values> }) => {
        const values = { ...context.values, ...typed }
        const others = without(context.faults, Object.keys(typed))
        return {
          values,
          faults: stillFaulty(others, faultsIn({ ...context, values })),
          refusal: withoutFields(context.refusal, Object.keys(typed)),
          // After a look-up, other values are another submission.
          submission: context.isChecked ? null : context.submission,
        }
      }),
      /** The faults of other fields that this one has cured go. */
      leave: assign(({ context }, { name }: { name: string }) => {
        const faults = faultsIn(context)
        const fault = faults[name]
        return { faults: { ...stillFaulty(context.faults, faults), ...(fault !== undefined && { [name]: fault }) } }
      }),
      object: assign(({ context }) => ({ faults: faultsIn(context), refusal: null, objections: context.objections + 1 })),
      accept: assign({ faults: {}, refusal: null, objections: 0 }),
      beginAnew: assign(({ context }) => ({ ...FRESH, values: initialValues(context.stored) })),
      /** The same values are sent again as another submission. */
      dropSubmission: assign(({ context }) => ({ ...FRESH, objections: context.objections + 1 })),
      assignSubmission: assign(({ context: { submission, newSubmission } }) => ({ submission: submission ?? newSubmission() })),
      /** The gateway stores a refusal under its key, so a changed form needs a new key. */
      renewIdempotencyKey: assign(({ context: { submission, newSubmission } }) => ({
        submission: submission === null ? null : { ...submission, idempotencyKey: newSubmission().idempotencyKey },
      })),
      /** At most one key of a form: a gateway that refuses every key must not be asked for ever. */
      takeUsedKey: assign(({ context: { usedKey, submission } }, outcome: Outcome<Receipt>) => ({
        isInDoubt: true,
        usedKey: usedKey ?? (isKeyUsed(outcome) ? submission!.idempotencyKey : null),
      })),
      takeReceipt: assign((_, outcome: Outcome<Receipt>) => (outcome.kind === 'accepted' ? { receipt: outcome.receipt } : {})),
      takeFound: assign((_, found: Found<Stored, Receipt>) => found ?? {}),
      takePause: assign((_, outcome: Outcome<Receipt>) =>
        outcome.kind === 'later' ? { pause: outcome.seconds * 1000, why: outcome.why } : {},
      ),
      showRefusal: assign(({ context }, outcome: Outcome<Receipt>) => ({
        refusal: refusalOf(outcome),
        objections: context.objections + 1,
        secret: null,
      })),
      takeSecret: assign((_, { secret }: { secret: string }) => ({ secret, refusal: null })),
      dropSecret: assign({ secret: null }),
      dropRefusal: assign({ refusal: null }),
    },
    guards: {
      isFaulty: ({ context }) => isFaulty(context),
      needsReview: ({ context: { values, stored } }) => review === true || review?.(values, stored) === true,
      isReviewed: () => review === true,
      asksSecret: () => secret === 'asked',
      /** The review has the field of the transaction password, so it is confirmed with the password only. */
      asksSecretOnReview: () => review === true && secret === 'asked',
      lacksSecret: ({ context }) => secret === 'asked' && context.secret === null,
      readsStored: () => !ends,
      isInDoubt: ({ context }) => context.isInDoubt,
      /** The gateway might carry it out twice, or a secret field is empty after a reload, so the same content cannot be sent. */
      isUnrepeatable: ({ context }) => !context.isOnce() || (!ends && isFaulty(context)),
      wasSent: (_, { kept }: Prepared<Stored, Values>) => kept?.at === 'sent' && kept.submission !== null,
      wasReviewed: (_, { kept }: Prepared<Stored, Values>) => kept?.at === 'reviewing' && kept.submission !== null,
      isAccepted: (_, outcome: Outcome<Receipt>) => outcome.kind === 'accepted',
      isLater: (_, outcome: Outcome<Receipt>) => outcome.kind === 'later',
      isNumberUsed: (_, outcome: Outcome<Receipt>) => ends && isNumberUsed(outcome),
      isKeyUsedUp: ({ context: { usedKey, submission } }) => usedKey !== null && usedKey === submission?.idempotencyKey,
      isSecretRefused: (_, outcome: Outcome<Receipt>) => secret !== undefined && isSecretRefused(outcome),
      isRefusedOnReview: ({ context }, outcome: Outcome<Receipt>) =>
        review === true && secret === 'asked' && !context.isInDoubt && isSecretRefused(outcome),
      /** The refusal says nothing about an earlier attempt. */
      leavesDoubt: ({ context }, outcome: Outcome<Receipt>) =>
        context.isInDoubt && outcome.kind === 'refused' && !outcome.settlesDoubt,
      isFinal: (_, outcome: Outcome<Receipt>) => ends && isFinalRefusal(outcome),
      returnsToReview: (_, outcome: Outcome<Receipt>) => review === true && outcome.kind === 'refused' && !outcome.isDefinitive,
    },
    delays: { pauseDelay: ({ context }) => context.pause },
  }).createMachine({
    id: 'submission',
    context: ({ input }) => ({ ...input, ...FRESH, stored: null, values: initialValues(null) }),
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
            { guard: byOutput('wasSent'), target: 'unknown', actions: [byOutput('restore'), assign({ isInDoubt: true })] },
            { guard: byOutput('wasReviewed'), target: 'restoring', actions: byOutput('restore') },
            { target: 'editing', actions: byOutput('merge') },
          ],
          onError: { target: 'unprepared', actions: assign({ failure: ({ event }) => event.error }) },
        },
      },
      unprepared: { on: { 'form.refresh': { target: 'preparing', actions: assign({ failure: null }) } } },
      /** A reviewed form may be invalid now: the balance may have changed. */
      restoring: { always: [{ guard: 'isFaulty', target: 'editing' }, { target: 'reviewing' }] },

      editing: {
        on: {
          'form.change': { actions: [byEvent('change'), keepAt('editing')] },
          'field.leave': { actions: byEvent('leave') },
          'form.clear': [
            { guard: 'readsStored', actions: ['beginAnew', keepAt('editing')] },
            // The identity is kept: it may have been sent.
            {
              target: 'preparing',
              actions: [assign(({ context }) => ({ values: initialValues(context.stored) })), 'accept', keepAt('editing')],
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
        entry: ['assignSubmission', keepAt('reviewing')],
        on: {
          'form.back': 'editing',
          'review.confirm': [
            { guard: 'asksSecretOnReview' },
            { guard: 'asksSecret', target: 'authorizing', actions: 'dropRefusal' },
            { target: 'submitting', actions: 'dropRefusal' },
          ],
          'secret.submit': { guard: 'asksSecretOnReview', target: 'submitting', actions: byEvent('takeSecret') },
        },
      },

      /** Asks for the transaction password alone: of a setting, of a repeated submission, or after a refusal that demands it. */
      authorizing: {
        on: {
          'form.back': [
            { guard: 'isInDoubt', target: 'unknown' },
            { guard: 'isReviewed', target: 'reviewing', actions: 'dropRefusal' },
            { target: 'editing', actions: 'dropRefusal' },
          ],
          'secret.submit': { target: 'submitting', actions: byEvent('takeSecret') },
        },
      },

      submitting: {
        // Before sending: a page loaded in between must know that the form may have been sent.
        entry: ['assignSubmission', keepAt('sent')],
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
            { guard: byOutput('isAccepted'), target: 'accepted', actions: byOutput('takeReceipt') },
            { guard: byOutput('isLater'), target: 'waiting', actions: byOutput('takePause') },
            { guard: byOutput('isNumberUsed'), target: 'checking', actions: byOutput('takeUsedKey') },
            { guard: byOutput('isRefusedOnReview'), target: 'reviewing', actions: byOutput('showRefusal') },
            {
              guard: byOutput('isSecretRefused'),
              target: 'authorizing',
              actions: [
                byOutput('showRefusal'),
                { type: 'keep', params: ({ context }) => ({ at: context.isInDoubt ? 'sent' : 'reviewing' }) },
              ],
            },
            { guard: byOutput('leavesDoubt'), target: 'unknown', actions: byOutput('showRefusal') },
            { guard: byOutput('isFinal'), target: 'refused', actions: byOutput('showRefusal') },
            { guard: byOutput('returnsToReview'), target: 'reviewing', actions: byOutput('showRefusal') },
            {
              target: 'editing',
              actions: [byOutput('showRefusal'), 'renewIdempotencyKey', assign({ isInDoubt: false }), keepAt('editing')],
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
      unknown: IN_DOUBT,
      checking: {
        invoke: {
          id: 'lookUp',
          src: 'lookUp',
          input: ({ context: { values, stored, submission } }) => ({ values, stored: stored!, submission: submission! }),
          onDone: [
            {
              guard: ({ event: { output } }) => output !== null && 'receipt' in output,
              target: 'accepted',
              actions: byOutput('takeFound'),
            },
            {
              guard: ({ event: { output } }) => output !== null && 'refusal' in output,
              target: 'editing',
              actions: ['forget', 'dropSubmission', byOutput('takeFound'), keepAt('editing')],
            },
            {
              guard: ({ event: { output } }) => output !== null,
              target: 'editing',
              actions: [byOutput('takeFound'), assign({ isChecked: true, isInDoubt: false, refusal: null }), keepAt('editing')],
            },
            { guard: 'isKeyUsedUp', target: 'renewing' },
            { target: 'absent' },
          ],
          onError: 'unchecked',
        },
      },
      /** The answer under its key was a refusal of other content, because nothing has the number: this content needs another key. */
      renewing: { entry: 'renewIdempotencyKey', always: RESEND },
      /** There is no submission with that number at this moment. */
      absent: {
        on: {
          'outcome.check': 'checking',
          'outcome.retry': RESEND,
          'outcome.edit': {
            target: 'editing',
            actions: ['dropSecret', assign({ refusal: null, isInDoubt: false, mayArrive: true })],
          },
        },
      },
      unchecked: IN_DOUBT,

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
