import { assign, setup } from 'xstate'
import { MAX_NOTE_LENGTH, NOTE_PATTERN } from '#contract/rows/notes.ts'
import { byEvent, byOutput, requiredAction, requiredActor } from '../parts.ts'

/** A note that is being written, and the key that makes its request take effect once. */
export interface NoteDraft {
  readonly text: string
  readonly idempotencyKey: string
}

/** What became of a request: `unknown` when no answer arrived, so that the note may be stored. */
export type NoteOutcome =
  | { readonly kind: 'added' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unknown' }

/** What is kept of a draft after its request: nothing of an added note. A refusal is the answer to its key from then on. */
export function draftAfter(sent: NoteDraft, outcome: NoteOutcome, newKey: () => string): NoteDraft {
  if (outcome.kind === 'unknown') return sent
  return { text: outcome.kind === 'added' ? '' : sent.text, idempotencyKey: newKey() }
}

export interface ComposerContext extends NoteDraft {
  readonly failure: Exclude<NoteOutcome, { kind: 'added' }> | null
  readonly newKey: () => string
}

export type ComposerEvent = { type: 'note.write'; text: string } | { type: 'note.add' }

export interface ComposerInput {
  readonly draft: NoteDraft | null
  readonly newKey: () => string
}

const KEEP_DRAFT = {
  type: 'keepDraft',
  params: ({ context }: { context: ComposerContext }) => context,
} as const

/** The box of a new note. Its text survives a failure, and a repeated request adds no second note. */
export const composerMachine = setup({
  types: { context: {} as ComposerContext, events: {} as ComposerEvent, input: {} as ComposerInput },
  actors: { addNote: requiredActor<NoteOutcome, NoteDraft>('addNote') },
  actions: {
    write: assign(({ context }, { text }: { text: string }) => ({ text, idempotencyKey: context.newKey(), failure: null })),
    settle: assign(({ context: { text, idempotencyKey, newKey } }, outcome: NoteOutcome) => ({
      ...draftAfter({ text, idempotencyKey }, outcome, newKey),
      failure: outcome.kind === 'added' ? null : outcome,
    })),
    /** Stores the draft; an empty one is removed. */
    keepDraft: requiredAction('keepDraft') as (_: unknown, draft: NoteDraft) => void,
    tellAdded: requiredAction('tellAdded'),
  },
  guards: {
    /** Whether the gateway would accept the text. */
    isNote: ({ context: { text } }) => NOTE_PATTERN.test(text) && text.trim().length <= MAX_NOTE_LENGTH,
    isAdded: (_, { kind }: NoteOutcome) => kind === 'added',
  },
}).createMachine({
  id: 'composer',
  context: ({ input: { draft, newKey } }) => ({
    text: draft?.text ?? '',
    idempotencyKey: draft?.idempotencyKey ?? newKey(),
    failure: null,
    newKey,
  }),
  initial: 'writing',
  states: {
    writing: {
      on: {
        'note.write': { actions: [byEvent('write'), KEEP_DRAFT] },
        'note.add': { guard: 'isNote', target: 'adding' },
      },
    },
    adding: {
      invoke: {
        id: 'addNote',
        src: 'addNote',
        input: ({ context: { text, idempotencyKey } }) => ({ text, idempotencyKey }),
        onDone: [
          {
            guard: byOutput('isAdded'),
            target: 'writing',
            actions: [byOutput('settle'), KEEP_DRAFT, 'tellAdded'],
          },
          { target: 'writing', actions: [byOutput('settle'), KEEP_DRAFT] },
        ],
      },
    },
  },
})
