import { useSelector } from '@xstate/react'
import { type ComponentType, useMemo, useRef, useState } from 'react'
import { FormActions } from '../../../FormActions.tsx'
import { parseUnits } from '../../../format/parseAmount.ts'
import { shouldValidateOnBlur } from '../../../forms/fieldBlur.ts'
import { useFocusFirstError } from '../../../forms/useFocusFirstError.ts'
import { useT } from '../../../useConsole.tsx'
import type { Flow } from '../flow/flows.ts'
import type { MoneyKind } from '../flow/kinds.ts'
import { faultsOf } from '../flow/rules.ts'
import { useFocusIfLost } from '../useFocusIfLost.ts'
import { BalancePanel } from './BalancePanel.tsx'
import styles from './EditStep.module.css'
import type { FieldsProps } from './fields.tsx'
import { PasswordUnset } from './PasswordUnset.tsx'
import { fieldRefusal, RefusalAlert } from './RefusalAlert.tsx'

interface EditStepProps {
  flow: Flow
  kind: MoneyKind
  Fields: ComponentType<FieldsProps>
  /** Fields that were filled in from the address. */
  prefilled: ReadonlySet<string>
  onReview(): void
  onContinue?: (() => void) | undefined
}

/** The editable form. A fault is shown when its field loses the focus, and all faults when a review is requested. */
export function EditStep({ flow, kind, Fields, prefilled, onReview, onContinue }: EditStepProps) {
  const t = useT()
  const { values, formContext, refusal, objections } = useSelector(flow, ({ context }) => context)
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const form = useRef<HTMLFormElement>(null)
  const focusTarget = useMemo(
    () => ({
      get current() {
        const fields = form.current
        return fields?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? fields?.querySelector('input') ?? null
      },
    }),
    [],
  )
  useFocusIfLost(focusTarget)
  const faults = faultsOf(kind, values, formContext!, parseUnits(t('query.units')))
  const focusTrigger = useMemo(() => ({ objections, refusal }), [objections, refusal])
  useFocusFirstError(form, focusTrigger)

  function fault(name: string): string | null {
    const refused = refusal === null ? null : fieldRefusal(refusal, name, t)
    if (refused !== null) return refused
    const found = faults[name]
    const isDue = objections > 0 || visited.has(name) || (prefilled.has(name) && (values[name] ?? '') !== '')
    return found === undefined || !isDue ? null : t(...found)
  }
  const change = (changed: Record<string, string>) => flow.send({ type: 'form.change', values: changed })

  return (
    <div className={styles.columns}>
      <form
        ref={form}
        className={styles.form}
        aria-label={t(kind.title)}
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        {kind.isOutgoing && !formContext!.info.txnPwdSet && <PasswordUnset />}
        {refusal !== null && <RefusalAlert refusal={refusal} fields={kind.fields} onContinue={onContinue} />}
        <Fields
          values={values}
          formContext={formContext!}
          onChange={change}
          fault={fault}
          onLeave={(name, event) => {
            if (event === undefined || shouldValidateOnBlur(event)) setVisited((before) => new Set([...before, name]))
          }}
        />
        <FormActions label={t('money.review')} onSubmit={onReview} />
      </form>
      <BalancePanel kind={kind} formContext={formContext!} values={values} />
    </div>
  )
}
