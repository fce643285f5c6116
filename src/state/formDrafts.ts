import type { Movement } from '#contract/rows/movements.ts'
import type { FormDraft } from '#machines/money/submission.ts'
import type { Receipts } from './receipts.ts'
import type { Store, StoredValue } from './storage.ts'

const KINDS = ['withdraw', 'transfer', 'rechargeOnline', 'rechargeOffline'] as const
type Kind = (typeof KINDS)[number]
const WITH_RECEIPT: Kind = 'rechargeOffline'

/** The drafts of money forms stored by this browser, by owner. */
export interface FormDrafts {
  /** The owner's draft with an unknown outcome; otherwise the unsent draft. */
  find(kind: Kind, owner: string): Promise<FormDraft | null>
  keep(kind: Kind, form: FormDraft): void
  /** Removes the draft of a submission with a known outcome. */
  forget(kind: Kind, owner: string, number: string): void
  /** Removes unsent drafts at sign-out. Sent ones stay until their outcome is known. */
  forgetUnsent(): void
  /** The online recharge waiting for payment, with its payment details. */
  openRecharge: StoredValue<Movement | null>
}

/** A draft with the id of its tab. The property `run` and its `key` are the names of the stored format. */
interface Stored extends Omit<FormDraft, 'submission'> {
  readonly run: { readonly number: string; readonly key: string } | null
  readonly tab: string
}

const isSent = ({ at }: Pick<Stored, 'at'>): boolean => at === 'sent'

/** A sent draft of another account or tab is never overwritten. */
export function createFormDrafts(store: Pick<Store, 'own'>, receipts: Receipts, tab: string): FormDrafts {
  const cellOf = (kind: Kind) => store.own<readonly Stored[]>(`money.${kind}`)
  const openRecharge = store.own<Movement>('money.open')
  function formsOf(kind: Kind): readonly Stored[] {
    const forms = cellOf(kind).get()
    // Foreign data counts as absent.
    return Array.isArray(forms) ? forms : []
  }
  const write = (kind: Kind, forms: readonly Stored[]) => cellOf(kind).set(forms.length === 0 ? null : forms)

  function keepOnly(kind: Kind, isKept: (form: Stored) => boolean): readonly Stored[] {
    const forms = formsOf(kind).filter(isKept)
    write(kind, forms)
    // Another tab may store a draft while the receipts are listed.
    if (kind === WITH_RECEIPT) receipts.keepOnly(() => formsOf(kind).map(receiptKey))
    return forms
  }

  return {
    openRecharge,
    async find(kind, owner) {
      const own = keepOnly(kind, (form) => form.owner === owner || isSent(form)).filter((form) => form.owner === owner)
      const found = own.find(isSent) ?? own.find((form) => form.tab === tab) ?? own.at(-1)
      if (found === undefined) return null
      const { tab: _, run, ...rest } = found
      const form: FormDraft = { ...rest, submission: run && { number: run.number, idempotencyKey: run.key } }
      if (kind !== WITH_RECEIPT) return form
      return { ...form, values: { ...form.values, receipt: await receipts.get(receiptKey(found)) } }
    },
    keep(kind, { values: { receipt = '', ...values }, submission, ...form }) {
      const stored: Stored = {
        ...form,
        values,
        run: submission && { number: submission.number, key: submission.idempotencyKey },
        tab,
      }
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

/** The key of a draft's receipt: per tab while unsent, per submission once sent, so that any tab finds it. */
const receiptKey = ({ owner, run, tab, at }: Stored): string => `${owner} ${at === 'sent' ? (run?.number ?? tab) : tab}`

/** Whether another draft stays. Per owner there is one unsent draft per tab, and one sent draft per submission. */
const isOther = (other: Stored, { owner, run, tab, at, values }: Stored): boolean => {
  if (other.owner !== owner) return true
  if (isSent(other)) return other.run?.number !== run?.number
  // An unsent copy in another tab of the draft sent here is removed.
  return other.tab !== tab && !(at === 'sent' && JSON.stringify(other.values) === JSON.stringify(values))
}
