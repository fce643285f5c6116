import type { NoteDraft } from '#machines/notes/composerMachine.ts'
import type { StoredValue } from './storage.ts'
import { type Is, isListOf, isShapeOf, isText } from './storedShapes.ts'

interface StoredDraft extends NoteDraft {
  /** The order. */
  readonly id: string
}

interface StoredDrafts {
  readonly account: string
  /** The oldest first. */
  readonly drafts: readonly StoredDraft[]
}

export const areNoteDrafts: Is<StoredDrafts> = isShapeOf<StoredDrafts>({
  account: isText,
  drafts: isListOf(isShapeOf<StoredDraft>({ id: isText, text: isText, idempotencyKey: isText })),
})

const MOST_DRAFTS = 20

/** The notes that were not added yet, an order each, stored by this browser until they are added or the user signs out. */
export function createNoteDrafts(stored: StoredValue<StoredDrafts | null>, account: string) {
  const own = (): readonly StoredDraft[] => {
    const known = stored.get()
    return known?.account === account ? known.drafts : []
  }
  return {
    find: (id: string): NoteDraft | null => own().find((draft) => draft.id === id) ?? null,
    /** An empty text removes the draft. */
    keep(id: string, { text, idempotencyKey }: NoteDraft) {
      const others = own().filter((draft) => draft.id !== id)
      const drafts = text === '' ? others : [...others, { id, text, idempotencyKey }].slice(-MOST_DRAFTS)
      stored.set(drafts.length === 0 ? null : { account, drafts })
    },
  }
}
