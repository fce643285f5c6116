import { type RefObject, useRef } from 'react'
import { useFirstFault } from '../../forms/useFirstFault.ts'
import { firstToFill, useAfterLook } from './useAfterLook.ts'
import { type KeptForm, useKept } from './useKept.ts'
import type { SavingSend, SavingSnapshot } from './useSaving.ts'

interface StandingHost<Stored, Values extends object, Saved, Kept extends object> {
  snapshot: SavingSnapshot<Stored, Values, Saved>
  send: SavingSend<Stored, Values, Saved>
  /** Whether something was typed that would be lost. */
  isDirty: boolean
  /** What of it is kept by this browser, and where. */
  kept: Omit<KeptForm<Kept>, 'restore'>
  /** What was kept as the form takes it. */
  restored?(kept: Kept): Partial<Values>
  /** What is filled in first, where there is no form around it. */
  first?: RefObject<HTMLElement | null>
}

/** How a change stands: kept as far as it may be, with the focus on what is wrong, and with the ways on from a lost answer. */
export function useStanding<Stored, Values extends object, Saved, Kept extends object>({
  snapshot,
  send,
  isDirty,
  kept,
  restored = (found) => found as Partial<Values>,
  first,
}: StandingHost<Stored, Values, Saved, Kept>) {
  const form = useRef<HTMLFormElement>(null)
  const { found, isInDoubt, key } = snapshot.context
  const isBusy = snapshot.matches('submitting')
  const isSaved = snapshot.matches('saved')
  const isUnknown = snapshot.matches('unknown') || snapshot.matches('looking')
  // Before it leaves: a page that is loaded again in between must know that it may have left.
  const isSent = isBusy || isInDoubt
  const forget = useKept<Kept>(
    { ...kept, restore: (values, sent) => send({ type: 'form.restore', values: restored(values), sent }) },
    { isDirty: isDirty && !isSaved, sent: isSent ? key : null, isReady: snapshot.matches('editing') },
  )
  useFirstFault(form, found)
  useAfterLook(() => first?.current ?? firstToFill(form.current), {
    isLooking: snapshot.matches('looking'),
    isSettled: snapshot.matches('editing'),
  })
  return {
    form,
    isBusy,
    isUnknown,
    isLooking: snapshot.matches('looking'),
    /** Leaving it loses something: what was sent is found again. */
    isHeld: isDirty && !isSaved && !isSent,
    submit: () => send({ type: 'form.submit' }),
    look: () => send({ type: 'stored.look' }),
    retry: snapshot.can({ type: 'form.retry' }) ? () => send({ type: 'form.retry' }) : undefined,
    forget,
    discard() {
      forget()
      send({ type: 'form.discard' })
    },
  }
}

export type Standing = ReturnType<typeof useStanding>
