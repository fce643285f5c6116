import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LeaveDialog } from './LeaveDialog.tsx'
import { useConsole } from './useConsole.tsx'

interface Form {
  /** Whether there is input that would be lost. */
  isDirty?: boolean
  /** The action of Mod+Enter. */
  submit(): void
  discard?(): void
  /** The actions of `k` and of the digit keys, if any. */
  check?: (() => void) | undefined
  choose?: ((nth: number) => void) | undefined
  /** Fills the form in from an earlier one, if there is any. */
  refill?: (() => void) | undefined
  /** The action of Escape in a form with a previous step, when going back loses nothing. By default it leaves the screen. */
  back?: (() => void) | undefined
  /** Whether the input survives a reload. */
  isKept?: boolean
}

/** Registers a form in the active scopes, and asks before input is lost. Render the returned dialog of a form with such input. */
export function useForm(form: Form): ReactNode {
  const { location, activeScopes } = useConsole()
  const [leaving, setLeaving] = useState<{ go(): void } | null>(null)
  const now = useRef(form)
  useEffect(() => {
    now.current = form
  })
  const { isDirty = false, isKept = false } = form
  const [checks, chooses, refills] = [form.check !== undefined, form.choose !== undefined, form.refill !== undefined]

  useEffect(
    () =>
      activeScopes.enter('form', {
        submit: () => now.current.submit(),
        check: checks ? () => now.current.check?.() : undefined,
        chooseOption: chooses ? (nth) => now.current.choose?.(nth) : undefined,
        refill: refills ? () => now.current.refill?.() : undefined,
      }),
    [activeScopes, checks, chooses, refills],
  )
  useEffect(
    () =>
      activeScopes.onEscape(() => {
        const { back, isDirty: hasTyped } = now.current
        if (back !== undefined) back()
        // Open the question after this key event: Escape would close it again.
        else if (hasTyped) setTimeout(location.leave)
        else if (!leaveField()) location.leave()
        return true
      }),
    [activeScopes, location],
  )
  useEffect(() => (isDirty ? location.block((leave) => setLeaving({ go: leave })) : undefined), [location, isDirty])
  // The form may have been sent while the question was open.
  useEffect(() => {
    if (!isDirty) setLeaving(null)
  }, [isDirty])
  useEffect(() => {
    if (!isDirty || isKept) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty, isKept])

  return (
    <LeaveDialog
      open={leaving !== null}
      onStay={() => setLeaving(null)}
      onLeave={() => {
        setLeaving(null)
        form.discard?.()
        leaving?.go()
      }}
    />
  )
}

/** Moves the focus from a field to the page, where letter keys are commands. */
function leaveField(): boolean {
  if (document.activeElement?.matches('input, textarea') !== true) return false
  document.getElementById('main')?.focus()
  return true
}
