import { type RefObject, useRef } from 'react'
import { useFocusFirstError } from '../../../forms/useFocusFirstError.ts'
import { type DraftOptions, useDraft } from './useDraft.ts'
import { firstEmptyField, useFocusAfterCheck } from './useFocusAfterCheck.ts'
import type { SavingSend, SavingSnapshot } from './useSaving.ts'

interface FormStatusOptions<Stored, Values extends object, Saved, Kept extends object> {
  snapshot: SavingSnapshot<Stored, Values, Saved>
  send: SavingSend<Stored, Values, Saved>
  /** Whether there are changes to lose. */
  isDirty: boolean
  /** The draft that this browser stores. */
  draft: Omit<DraftOptions<Kept>, 'restore'>
  /** Converts a stored draft into form values. */
  fromDraft?(kept: Kept): Partial<Values>
  /** The first field, for a screen without a form element. */
  firstField?: RefObject<HTMLElement | null>
}

/** Status and actions of a settings form. Also stores its draft, and focuses the first fault and the field after a check. */
export function useFormStatus<Stored, Values extends object, Saved, Kept extends object>({
  snapshot,
  send,
  isDirty,
  draft,
  fromDraft = (value) => value as Partial<Values>,
  firstField,
}: FormStatusOptions<Stored, Values, Saved, Kept>) {
  const form = useRef<HTMLFormElement>(null)
  const { found, isInDoubt, idempotencyKey: key } = snapshot.context
  const isBusy = snapshot.matches('submitting')
  const isSaved = snapshot.matches('saved')
  const isUnknown = snapshot.matches('unknown') || snapshot.matches('looking')
  // Stored before the request leaves, so that a reload meanwhile knows that it may have been sent.
  const isSent = isBusy || isInDoubt
  const forget = useDraft<Kept>(
    { ...draft, restore: (values, sent) => send({ type: 'form.restore', values: fromDraft(values), sent }) },
    { isDirty: isDirty && !isSaved, sent: isSent ? key : null, isReady: snapshot.matches('editing') },
  )
  useFocusFirstError(form, found)
  useFocusAfterCheck(() => firstField?.current ?? firstEmptyField(form.current), {
    isChecking: snapshot.matches('looking'),
    isSettled: snapshot.matches('editing'),
  })
  return {
    form,
    isBusy,
    isUnknown,
    isChecking: snapshot.matches('looking'),
    /** Whether leaving loses changes. Values that were sent are restored from the draft. */
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
