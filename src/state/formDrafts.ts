import type { Movement } from '#contract/rows/movements.ts'
import type { FormDraft } from '#machines/submission/submission.ts'
import type { BrowserStorage } from './browserStorage.ts'
import type { Receipts } from './receipts.ts'
import type { Store } from './storage.ts'
import { isA, isFlag, isList, isListOf, isMapOf, isOneOf, isShapeOf, isText, orAbsent, orNull } from './storedShapes.ts'

const FORMS = [
  'money.withdraw',
  'money.transfer',
  'money.rechargeOnline',
  'money.rechargeOffline',
  'settings.keys',
  'settings.ipLists',
  'settings.subMerchant',
  'settings.account',
  'settings.password',
] as const
const WITH_RECEIPT: FormName = 'money.rechargeOffline'

export type FormName = (typeof FORMS)[number]

export type FormDrafts = ReturnType<typeof createFormDrafts>

/** A draft with the id of its tab. The property `run` and its `key` are the names of the stored format. */
interface Stored extends Omit<FormDraft, 'submission'> {
  readonly run: { readonly number: string; readonly key: string } | null
  readonly tab: string
}

const isScalar = isA<string | number | boolean | null>((value) => value === null || typeof value !== 'object')
const isFormValue = isA<unknown>((value) => isScalar(value) || isListOf(isText)(value) || isMapOf(isText)(value))
const isDraft = isShapeOf<Stored>({
  owner: isText,
  about: orAbsent(isText),
  values: isMapOf(isFormValue),
  run: orNull(isShapeOf({ number: isText, key: isText })),
  mayArrive: orAbsent(isFlag),
  at: isOneOf(['editing', 'reviewing', 'sent']),
  tab: isText,
})

const isMovement = isA<Movement>((value) => isMapOf(isScalar)(value) && isText(value.id))

const isSent = ({ at }: Pick<Stored, 'at'>): boolean => at === 'sent'
/** Whether an attempt under the number of the draft may be carried out: the number must not get lost. */
const isPending = ({ at, mayArrive }: Stored): boolean => mayArrive || at === 'sent'

/**
 * The drafts of forms stored by this browser. Per owner and subject there is at most one unsent draft of each tab, and every
 * sent draft with an unknown outcome. A sent draft of another account or tab is never overwritten. Another tab takes over the values of
 * an unsent draft, and its number only if an attempt under it may be carried out: two payments under one number would be one.
 */
export function createFormDrafts(store: Pick<Store, 'own' | 'isStored'>, receipts: Receipts, tab: string) {
  const openRecharge = store.own('money.open', isMovement)
  function draftsOf(name: FormName): readonly Stored[] {
    return (store.own(name, isList).get() ?? []).filter(isDraft)
  }
  async function write(name: FormName, drafts: readonly Stored[]): Promise<void> {
    store.own(name, isList).set(drafts.length === 0 ? null : drafts)
    if (name === WITH_RECEIPT) await receipts.keepOnly(() => draftsOf(name).map(receiptKey))
  }
  const isOfTab = (draft: Stored) => draft.tab === tab
  const keepOnly = (name: FormName, isKept: (draft: Stored) => boolean) => write(name, draftsOf(name).filter(isKept))

  return {
    /** The online recharge waiting for payment, with its payment details. */
    openRecharge,
    /** The owner's draft with an unknown outcome; otherwise the unsent draft of this tab, or else of another. */
    async find<Values extends object>(name: FormName, owner: string, about?: string): Promise<FormDraft<Values> | null> {
      keepOnly(name, (draft) => draft.owner === owner || isPending(draft))
      const own = draftsOf(name).filter((draft) => draft.owner === owner && draft.about === about)
      const found = own.find(isSent) ?? own.find(isOfTab) ?? own.find(isPending) ?? own.at(-1)
      if (found === undefined) return null
      const { tab: _, run, values, ...rest } = found
      const isTaken = isOfTab(found) || isPending(found)
      const submission = isTaken ? run && { number: run.number, idempotencyKey: run.key } : null
      const receipt = name === WITH_RECEIPT && { receipt: await receipts.get(receiptKey(found)) }
      return { ...rest, submission, values: { ...values, ...receipt } as Partial<Values> }
    },
    keep<Values extends object>(name: FormName, { values, submission, ...draft }: FormDraft<Values>) {
      const { receipt = '', ...rest } = values as { receipt?: string }
      const run = submission && { number: submission.number, key: submission.idempotencyKey }
      const stored: Stored = { ...draft, values: rest, run, tab }
      if (name === WITH_RECEIPT) receipts.set(receiptKey(stored), receipt)
      write(name, [...draftsOf(name).filter((other) => isOther(other, stored)), stored])
    },
    /** Removes the draft of a submission with a known outcome. */
    forget: (name: FormName, owner: string, number: string) =>
      keepOnly(name, (draft) => draft.owner !== owner || draft.run?.number !== number),
    /** Removes the unsent draft of this tab. */
    discard: (name: FormName, owner: string, about?: string) =>
      keepOnly(name, (draft) => draft.owner !== owner || draft.about !== about || !isOfTab(draft) || isSent(draft)),
    /** Whether all drafts survive the page. */
    areStored: () => FORMS.every((name) => store.isStored(`paydesk.${name}`)),
    /** Removes unsent drafts at sign-out, and resolves when their receipts are gone. Pending ones stay until their outcome is known. */
    async forgetUnsent() {
      const removed = FORMS.map((name) => keepOnly(name, isPending))
      openRecharge.set(null)
      await Promise.all(removed)
    },
  }
}

/** The key of a draft's receipt: per tab while unsent, per submission once sent, so that any tab finds it. */
const receiptKey = ({ owner, run, tab, at }: Stored): string => `${owner} ${at === 'sent' ? (run?.number ?? tab) : tab}`

/** Whether another draft stays. Per owner there is one unsent draft per tab, and one sent draft per submission. */
const isOther = (other: Stored, { owner, about, run, tab, at, values }: Stored): boolean => {
  if (other.owner !== owner || other.about !== about) return true
  if (isSent(other)) return other.run?.number !== run?.number
  // An unsent copy in another tab of the draft sent here is removed.
  return other.tab !== tab && !(at === 'sent' && JSON.stringify(other.values) === JSON.stringify(values))
}

/** The unique id of this tab. It survives a reload. */
export function tabId(session: BrowserStorage, newName: () => string): string {
  const name = session.getItem('paydesk.tab') ?? newName()
  session.setItem('paydesk.tab', name)
  return name
}
