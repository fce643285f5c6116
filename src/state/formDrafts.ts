import type { Movement } from '#contract/rows/movements.ts'
import type { Kept } from '#machines/money/submission.ts'
import type { Receipts } from './receipts.ts'
import type { Store, StoredValue } from './storage.ts'

const KINDS = ['withdraw', 'transfer', 'rechargeOnline', 'rechargeOffline'] as const
type Kind = (typeof KINDS)[number]
const WITH_RECEIPT: Kind = 'rechargeOffline'

/** The money forms that this browser remembers, each for whoever it belongs to. */
export interface FormDrafts {
  /** Of those that the owner left behind the one whose outcome is not known, else the one that was not sent. */
  find(kind: Kind, owner: string): Promise<Kept | null>
  keep(kind: Kind, form: Kept): void
  /** What came of the run of that number is known. */
  forget(kind: Kind, owner: string, number: string): void
  /** Who signs out leaves no half-filled form behind. What was sent stays until its outcome is known. */
  forgetUnsent(): void
  /** The online recharge that waits for its money, with what it is paid with. */
  openRecharge: StoredValue<Movement | null>
}

/** A form with the tab it was filled in in. */
interface Stored extends Kept {
  readonly tab: string
}

const isSent = ({ at }: Kept): boolean => at === 'sent'

/** Another account, and another tab, may have sent one of the same kind: of these none is ever written over. */
export function createFormDrafts(store: Pick<Store, 'own'>, receipts: Receipts, tab: string): FormDrafts {
  const cellOf = (kind: Kind) => store.own<readonly Stored[]>(`money.${kind}`)
  const openRecharge = store.own<Movement>('money.open')
  function formsOf(kind: Kind): readonly Stored[] {
    const forms = cellOf(kind).get()
    // What somebody else has left there counts as nothing.
    return Array.isArray(forms) ? forms : []
  }
  const write = (kind: Kind, forms: readonly Stored[]) => cellOf(kind).set(forms.length === 0 ? null : forms)

  function keepOnly(kind: Kind, isKept: (form: Stored) => boolean): readonly Stored[] {
    const forms = formsOf(kind).filter(isKept)
    write(kind, forms)
    // Another tab may keep one while the receipts are looked through.
    if (kind === WITH_RECEIPT) receipts.keepOnly(() => formsOf(kind).map(receiptKey))
    return forms
  }

  return {
    openRecharge,
    async find(kind, owner) {
      const own = keepOnly(kind, (form) => form.owner === owner || isSent(form)).filter((form) => form.owner === owner)
      const found = own.find(isSent) ?? own.find((form) => form.tab === tab) ?? own.at(-1)
      if (found === undefined) return null
      const { tab: _, ...form } = found
      if (kind !== WITH_RECEIPT) return form
      return { ...form, values: { ...form.values, receipt: await receipts.get(receiptKey(found)) } }
    },
    keep(kind, { values: { receipt = '', ...values }, ...form }) {
      const stored: Stored = { ...form, values, tab }
      write(kind, [...formsOf(kind).filter((other) => isOther(other, stored)), stored])
      if (kind !== WITH_RECEIPT) return
      receipts.set(receiptKey(stored), receipt)
      receipts.keepOnly(() => formsOf(kind).map(receiptKey))
    },
    forget: (kind, owner, number) => void keepOnly(kind, (form) => form.owner !== owner || form.run?.number !== number),
    forgetUnsent() {
      for (const kind of KINDS) keepOnly(kind, isSent)
      openRecharge.set(null)
    },
  }
}

/** Under what a form's receipt is kept: each tab has its own, and what was sent is found by any. */
const receiptKey = ({ owner, run, tab, at }: Stored): string => `${owner} ${at === 'sent' ? (run?.number ?? tab) : tab}`

/** Not the same form at an earlier step: of one owner there is one a tab that was not sent, and of those that were, one a run. */
const isOther = (other: Stored, { owner, run, tab, at, values }: Stored): boolean => {
  if (other.owner !== owner) return true
  if (isSent(other)) return other.run?.number !== run?.number
  // What another tab has only opened, and this one has sent, is done with.
  return other.tab !== tab && !(at === 'sent' && JSON.stringify(other.values) === JSON.stringify(values))
}
