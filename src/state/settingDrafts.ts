import type { Store } from './storage.ts'

const SETTINGS = ['keys', 'ipLists', 'subMerchant', 'account', 'password'] as const

export type SettingName = (typeof SETTINGS)[number]

/** A draft of a settings form: its owner, its subject, and its values without secrets. */
export interface SettingDraft<Values> {
  readonly owner: string
  readonly about: string
  readonly values: Values
  /** The idempotency key it was sent under; null when it was not sent or the outcome is known. */
  readonly sent: string | null
}

/**
 * The drafts of one kind of form: per owner and subject at most one unsent draft, and every sent one with an unknown outcome,
 * by its key. Sent drafts are never overwritten, not by another tab either.
 */
export interface SettingDrafts<Values> {
  /** The draft with an unknown outcome; otherwise the unsent one. */
  find(owner: string, about: string): SettingDraft<Values> | null
  keep(form: SettingDraft<Values>): void
  /** Removes the unsent draft. */
  forget(owner: string, about: string): void
  /** Removes the draft sent under this key once its outcome is known. */
  settle(owner: string, key: string): void
}

export function createSettingDrafts<Values>(store: Pick<Store, 'own'>, name: SettingName): SettingDrafts<Values> {
  const { forms, write } = formsIn<Values>(store, name)
  function drop(isGone: (form: SettingDraft<Values>) => boolean) {
    const left = forms().filter((form) => !isGone(form))
    if (left.length < forms().length) write(left)
  }
  const isDraft = (form: SettingDraft<Values>, owner: string, about: string) =>
    form.owner === owner && form.about === about && form.sent === null
  return {
    find(owner, about) {
      // Unsent drafts of another owner are removed.
      drop((form) => form.owner !== owner && form.sent === null)
      const own = forms().filter((form) => form.owner === owner && form.about === about)
      return own.find(({ sent }) => sent !== null) ?? own[0] ?? null
    },
    keep(form) {
      const others = forms().filter((other) => !isDraft(other, form.owner, form.about))
      write([...others.filter((other) => other.sent === null || other.sent !== form.sent), form])
    },
    forget: (owner, about) => drop((form) => isDraft(form, owner, about)),
    settle: (owner, key) => drop((form) => form.owner === owner && form.sent === key),
  }
}

/** Removes unsent drafts at sign-out. Sent ones stay until their outcome is known. */
export function clearUnsentSettings(store: Pick<Store, 'own'>): void {
  for (const name of SETTINGS) {
    const { forms, write } = formsIn(store, name)
    write(forms().filter((form) => form.sent !== null))
  }
}

function formsIn<Values>(store: Pick<Store, 'own'>, name: SettingName) {
  const cell = store.own<readonly SettingDraft<Values>[]>(`settings.${name}`)
  return {
    forms(): readonly SettingDraft<Values>[] {
      const kept = cell.get()
      // Data of an older version counts as absent.
      return Array.isArray(kept) ? kept : []
    },
    write: (kept: readonly SettingDraft<Values>[]) => cell.set(kept.length === 0 ? null : kept),
  }
}
