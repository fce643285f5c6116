import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LeaveDialog } from './forms/LeaveDialog.tsx'
import { useConsole, useT } from './useConsole.tsx'

interface Form {
  /** Whether something was typed that would be lost. */
  isDirty: boolean
  /** What Mod+Enter does. */
  submit(): void
  /** Forgets what was typed. */
  discard(): void
  /** What `k` does, and what the digits do, where they do something. */
  check?: (() => void) | undefined
  choose?: ((nth: number) => void) | undefined
  /** What Escape does, where a step before this one is behind it and nothing is lost by going there. */
  back?: (() => void) | undefined
  /** Whether what was typed is still there when the page is loaded again. */
  isKept?: boolean
}

/** Puts a form in the active scopes: its keys, and the question before what was typed is lost. Draw what it gives back. */
export function useForm(form: Form): ReactNode {
  const t = useT()
  const { location, activeScopes } = useConsole()
  const [leaving, setLeaving] = useState<{ go(): void } | null>(null)
  const now = useRef(form)
  useEffect(() => {
    now.current = form
  })
  const { isDirty, isKept = false } = form
  const [checks, chooses] = [form.check !== undefined, form.choose !== undefined]

  useEffect(
    () =>
      activeScopes.enterForm({
        submit: () => now.current.submit(),
        check: checks ? () => now.current.check?.() : undefined,
        chooseOption: chooses ? (nth) => now.current.choose?.(nth) : undefined,
      }),
    [activeScopes, checks, chooses],
  )
  useEffect(
    () =>
      activeScopes.onEscape(() => {
        const { back, isDirty: hasTyped } = now.current
        if (back === undefined && !hasTyped) return leaveField()
        if (back !== undefined) back()
        // The key that asks would close the question again, were it there before the key has passed.
        else setTimeout(() => setLeaving({ go: () => {} }))
        return true
      }),
    [activeScopes],
  )
  useEffect(() => (isDirty ? location.block((leave) => setLeaving({ go: leave })) : undefined), [location, isDirty])
  // What a key pressed just before has sent meanwhile is nothing to lose any more.
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
        form.discard()
        leaving?.go()
      }}
      words={{
        title: t('form.leave.title'),
        text: t('form.leave.text'),
        stay: t('form.leave.stay'),
        leave: t('form.leave.leave'),
      }}
    />
  )
}

/** Out of a field in which nothing would be lost, onto the page, where letters are keys. */
function leaveField(): boolean {
  if (document.activeElement?.matches('input, textarea') !== true) return false
  document.getElementById('main')?.focus()
  return true
}
