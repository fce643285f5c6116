import { useMachine } from '@xstate/react'
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { calls } from '#contract/calls.ts'
import type { FormDraft, Refusal, Sent, SubmissionContext, SubmissionOptions } from '#machines/submission/submission.ts'
import { createSubmissionMachine } from '#machines/submission/submissionMachine.ts'
import { shouldValidateOnBlur } from '../../../forms/fieldBlur.ts'
import { useFocusFirstError } from '../../../forms/useFocusFirstError.ts'
import type { FormName } from '../../../state/formDrafts.ts'
import { formatAddress, parseAddress, useAddress } from '../../../state/location.ts'
import { currentUserAtom } from '../../../state/user.ts'
import { outcomeOf } from '../../../submission/outcome.ts'
import { useConsole, useT } from '../../../useConsole.tsx'
import { faultText } from './faultText.ts'

type Context<Stored, Values, Receipt> = SubmissionContext<Stored, Values, Receipt>

interface SettingFormOptions<Stored, Values, Receipt> extends Omit<SubmissionOptions<Stored, Values>, 'lookUp' | 'secret'> {
  asksPassword?: boolean
  /**
   * Reads the stored values. After an unknown outcome it gets the values sent, and a failure must leave the question on the screen.
   * Only the first load of the screen may lead to another page.
   */
  load(sent: Values | null, how: { signal: AbortSignal; redirects: boolean }): Promise<Stored>
  save(request: Sent<Stored, Values>): Promise<Receipt>
  /** The draft stored by this browser, per user and subject. The values are kept whole unless `kept` says which, at each step. */
  draft?: { name: FormName; about?: string; kept?(values: Values, at: FormDraft['at']): Partial<Values> }
  /** Whether there are changes to lose; by default, whether the values differ from the initial ones. */
  isDirty?(context: Context<Stored, Values, Receipt>): boolean
  /** Maps the refused fields of the call to the fields of the form. */
  mapRefusal?(refusal: Refusal): Refusal
  /** The field that takes the focus after a check, for a screen without a form element. */
  firstField?: RefObject<HTMLElement | null>
}

/**
 * Runs the form of a setting: reads its stored values and its draft, stores the draft, and focuses the first fault and the field
 * after a check.
 */
export function useSettingForm<Stored, Values extends object, Receipt>(options: SettingFormOptions<Stored, Values, Receipt>) {
  const t = useT()
  const console = useConsole()
  const { api, atoms, features, formDrafts, i18n, toasts } = console
  const latest = useRef(options)
  latest.current = options
  const owner = useRef<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const hasChanges = (context: Context<Stored, Values, Receipt>): boolean =>
    latest.current.isDirty?.(context) ??
    JSON.stringify(context.values) !== JSON.stringify(latest.current.initialValues(context.stored))

  const [machine] = useState(() => {
    const { asksPassword = false, draft, initialValues, check, review } = options
    let isFirst = true
    return createSubmissionMachine<Stored, Values, Receipt>({
      initialValues,
      check,
      ...(review && { review }),
      ...(asksPassword && { secret: 'asked' }),
      lookUp: 'stored',
    }).provide({
      actors: {
        prepare: fromPromise(async ({ signal }) => {
          const loading = latest.current.load(null, { signal, redirects: isFirst })
          isFirst = false
          const [stored, name] = await Promise.all([loading, draft === undefined ? null : userName()])
          owner.current = name
          const kept = draft && name && (await formDrafts.find<Values>(draft.name, name, draft.about))
          return { stored: stored as Stored, kept: kept || null }
        }),
        submit: fromPromise(async ({ input }) => {
          const outcome = await outcomeOf(console, () => latest.current.save(input))
          if (outcome.kind !== 'refused') return outcome
          const { refusal } = outcome
          // The form shows the faults at their fields but not the message of the refusal, so a toast does.
          if (Object.keys(refusal.fields).length > 0)
            toasts.show({ tone: 'error', title: i18n.t('error.title'), text: refusal.message })
          return { ...outcome, refusal: latest.current.mapRefusal?.(refusal) ?? refusal }
        }),
        lookUp: fromPromise(async ({ input: { values }, signal }) => ({
          stored: await latest.current.load(values, { signal, redirects: false }),
        })),
      },
      actions: {
        keep({ context }, { at }) {
          if (draft === undefined || owner.current === null) return
          const { name, about, kept = (values: Values) => values } = draft
          const { values, submission } = context
          if (at !== 'sent' && submission !== null) formDrafts.forget(name, owner.current, submission.number)
          if (at !== 'sent' && !hasChanges(context)) return void formDrafts.discard(name, owner.current, about)
          const subject = about === undefined ? {} : { about }
          const step = at === 'sent' ? 'sent' : 'editing'
          formDrafts.keep(name, { owner: owner.current, ...subject, values: kept(values, step), submission, at: step })
        },
        forget({ context: { submission } }) {
          if (draft !== undefined && owner.current !== null) formDrafts.forget(draft.name, owner.current, submission!.number)
        },
      },
    })
  })
  const [snapshot, send] = useMachine(machine, {
    input: {
      newSubmission: () => ({ number: api.newIdempotencyKey(), idempotencyKey: api.newIdempotencyKey() }),
      isOnce: () => features.has('idempotency'),
    },
  })
  const { context } = snapshot

  /** The login name of the user; null when it cannot be read, and nothing is stored then. */
  async function userName(): Promise<string | null> {
    const known = atoms.get(currentUserAtom).username
    if (known !== undefined) return known
    return api.call(calls.merchantInfo, {}, { quiet: true }).then(
      ({ username }) => username,
      () => null,
    )
  }

  const isBusy = snapshot.matches('submitting') || snapshot.matches('waiting')
  const isChecking = snapshot.matches('checking')
  const isUnchecked = snapshot.matches('unchecked')
  const isUnknown = isChecking || isUnchecked || snapshot.matches('unknown')
  const isDirty = context.receipt === null && hasChanges(context)
  useFocusFirstError(form, context.objections)
  useFocusAfterCheck(() => options.firstField?.current ?? firstEmptyField(form.current), {
    isChecking,
    isSettled: snapshot.matches('editing'),
  })
  const error = (name: string): string | null => faultText(t, context.faults[name] ?? context.refusal?.fields[name])
  return {
    ...context,
    snapshot,
    send,
    form,
    error,
    isBusy,
    isChecking,
    isUnchecked,
    isUnknown,
    /** Why and how long the form waits before it sends the same request again; null when it does not wait. */
    pending: snapshot.matches('waiting') ? { why: context.why, pause: context.pause } : null,
    isDirty,
    /** Whether leaving loses changes. Values that were sent are restored from the draft. */
    hasUnsavedChanges: isDirty && !isBusy && !context.isInDoubt,
    isConfirming: snapshot.matches('authorizing') || isBusy,
    /** Whether no fault is shown at a field. */
    isFaultless: Object.keys({ ...context.faults, ...context.refusal?.fields }).length === 0,
    refresh: () => send({ type: 'form.refresh' }),
    submit: () => send({ type: 'form.submit' }),
    change: (values: Partial<Values>) => send({ type: 'form.change', values }),
    check: () => send({ type: 'outcome.check' }),
    retry: snapshot.can({ type: 'outcome.retry' }) ? () => send({ type: 'outcome.retry' }) : undefined,
    discard() {
      send({ type: 'form.back' })
      send({ type: 'form.back' })
      send({ type: 'form.clear' })
    },
    field: (name: string & keyof Values) => ({
      name,
      value: String(context.values[name]),
      onValue: (typed: string) => send({ type: 'form.change', values: { [name]: typed } as Partial<Values> }),
      onBlur: (event: FocusEvent) => shouldValidateOnBlur(event) && send({ type: 'field.leave', name }),
      error: error(name),
      readOnly: isBusy || isUnknown,
    }),
  }
}

export type FormModel<Stored, Values extends object, Receipt> = ReturnType<typeof useSettingForm<Stored, Values, Receipt>>

/** Shows a toast after a save and calls `onSaved`. */
export function useSavedNotice(receipt: unknown, onSaved: () => void): void {
  const t = useT()
  const { toasts } = useConsole()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per save
  useEffect(() => {
    if (receipt === null) return
    toasts.show({ tone: 'done', text: t('settings.saved') })
    onSaved()
  }, [receipt])
}

/** Focuses the target after a check, because the button that started it is gone by then. */
export function useFocusAfterCheck(
  target: () => HTMLElement | null,
  { isChecking, isSettled }: { isChecking: boolean; isSettled: boolean },
): void {
  const wasChecking = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per check
  useEffect(() => {
    if (wasChecking.current && isSettled && document.activeElement === document.body) target()?.focus()
    wasChecking.current = isChecking
  }, [isChecking, isSettled])
}

/** The first empty text field, else the first field. */
function firstEmptyField(form: HTMLElement | null): HTMLElement | null {
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('input:not([type="radio"]), input:checked, textarea') ?? [])]
  return fields.find(({ value }) => value === '') ?? fields[0] ?? null
}

/** Runs `start` with a parameter of the address once the screen is ready, and removes it. Set by commands that lead here. */
export function useAutoStart(name: string, isReady: boolean, start: (value: string) => void): void {
  const { location } = useConsole()
  const address = useAddress(location)
  const value = parseAddress(address).query.get(name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once per parameter
  useEffect(() => {
    if (value === null || !isReady) return
    const { path, query } = parseAddress(location.current())
    query.delete(name)
    location.go(formatAddress(path, query), { replace: true })
    start(value)
  }, [value, isReady])
}
