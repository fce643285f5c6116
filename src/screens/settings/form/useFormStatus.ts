import { type RefObject, useRef } from 'react'
import { useFirstFault } from '../../../forms/useFirstFault.ts'
import { type DraftOptions, useDraft } from './useDraft.ts'
import { firstEmptyField, useFocusAfterCheck } from './useFocusAfterCheck.ts'
import type { SavingSend, SavingSnapshot } from './useSaving.ts'

interface FormStatusOptions<Stored, Values extends object, Saved, Kept extends object> {
  snapshot: SavingSnapshot<Stored, Values, Saved>
  send: SavingSend<Stored, Values, Saved>
  /** Whether something was typed that would be lost. */
  isDirty: boolean
  /** What of it is kept by this browser, and where. */
  draft: Omit<DraftOptions<Kept>, 'restore'>
  /** What was kept as the form takes it. */
  fromDraft?(kept: Kept): Partial<Values>
  /** What is filled in first, where there is no form around it. */
  firstField?: RefObject<HTMLElement | null>
}

/** How a change stands: kept as far as it may be, with the focus on what is wrong, and with the ways on from a lost answer. */
export function useFormStatus<Stored, Values extends object, Saved, Kept extends object>({
  snapshot,
  send,
  isDirty,
  draft,
  fromDraft = (found) => found as Partial<Values>,
  firstField,
}: FormStatusOptions<Stored, Values, Saved, Kept>) {
  const form = useRef<HTMLFormElement>(null)
  const { found, isInDoubt, key } = snapshot.context
  const isBusy = snapshot.matches('submitting')
  const isSaved = snapshot.matches('saved')
  const isUnknown = snapshot.matches('unknown') || snapshot.matches('looking')
  // Before it leaves: a page that is loaded again in between must know that it may have left.
  const isSent = isBusy || isInDoubt
  const forget = useDraft<Kept>(
    { ...draft, restore: (values, sent) => send({ type: 'form.restore', values: fromDraft(values), sent }) },
    { isDirty: isDirty && !isSaved, sent: isSent ? key : null, isReady: snapshot.matches('editing') },
  )
  useFirstFault(form, found)
  useFocusAfterCheck(() => firstField?.current ?? firstEmptyField(form.current), {
    isChecking: snapshot.matches('looking'),
    isSettled: snapshot.matches('editing'),
  })
  return {
    form,
    isBusy,
    isUnknown,
    isLooking: snapshot.matches('looking'),
    /** Leaving it loses something: what was sent is found again. */
    hasUnsavedChanges: isDirty && !isSaved && !isSent,
    submit: () => send({ type: 'form.submit' }),
    check: () => send({ type: 'stored.look' }),
    retry: snapshot.can({ type: 'form.retry' }) ? () => send({ type: 'form.retry' }) : undefined,
    forget,
    discard() {
      forget()
      send({ type: 'form.discard' })
    },
  }
}

export type FormStatus = ReturnType<typeof useFormStatus>
