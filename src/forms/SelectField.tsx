import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select } from '@base-ui/react/select'
import { ChevronDown } from 'lucide-react'
import { Field } from '../ui/fields/Field.tsx'
import { useFieldIds } from '../ui/fields/useFieldIds.ts'
import styles from './form.module.css'
import { SelectPopup } from './SelectPopup.tsx'

interface SelectFieldProps<Value extends string> {
  label: string
  name: string
  choices: readonly { value: Value; label: string }[]
  value: Value
  onValue(value: Value): void
  hint?: string | null
  error?: string | null
}

/** A select for a few choices. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, name, choices, value, onValue, hint = null, error = null } = props
  const parts = useFieldIds(error, hint)
  return (
    <Field parts={parts} label={label} hint={hint} error={error}>
      {/* The content security policy refuses the library's style element. */}
      <CSPProvider disableStyleElements>
        <Select.Root name={name} items={choices} value={value} onValueChange={(next) => next !== null && onValue(next)}>
          <Select.Trigger className={styles.select} {...parts.input}>
            <Select.Value className="truncate grow" />
            <ChevronDown className={styles.arrow} size={16} strokeWidth={1.5} aria-hidden="true" />
          </Select.Trigger>
          <SelectPopup choices={choices} align="start" />
        </Select.Root>
      </CSPProvider>
    </Field>
  )
}
