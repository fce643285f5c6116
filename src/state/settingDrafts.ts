import type { Store } from './storage.ts'

const SETTINGS = ['keys', 'ipLists', 'subMerchant', 'account', 'password'] as const

export type SettingName = (typeof SETTINGS)[number]

/** A form of the settings as this browser remembers it: whose it is, what it is about, and nothing secret. */
export interface SettingDraft<Values> {
  readonly owner: string
  readonly about: string
  readonly values: Values
  /** The key it was sent under, where nobody knows what came of that. */
  readonly sent: string | null
}

/**
 * What this browser remembers of the forms of one kind: of an owner about a thing at most one that was not sent, and each that was
 * sent and not answered for, known by its key. None of those is ever written over, not by another tab either.
 */
export interface SettingDrafts<Values> {
  /** The one whose outcome is not known, else the one that was not sent. */
  find(owner: string, about: string): SettingDraft<Values> | null
  keep(form: SettingDraft<Values>): void
  /** Nobody wants the one that was not sent any more. */
  forget(owner: string, about: string): void
  /** What came of the one that was sent under this key is known. */
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
      // What another one has left half filled in is nobody's business.
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

/** Who signs out leaves no half-filled form behind. What was sent stays until it is known what came of it. */
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
      // What an older console has left there counts as nothing.
      return Array.isArray(kept) ? kept : []
    },
    write: (kept: readonly SettingDraft<Values>[]) => cell.set(kept.length === 0 ? null : kept),
  }
}
