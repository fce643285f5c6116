import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select } from '@base-ui/react/select'
import { ChevronDown } from 'lucide-react'
import { Field, type FieldProps } from '../ui/fields/Field.tsx'
import styles from './form.module.css'
import { SelectPopup } from './SelectPopup.tsx'

interface SelectFieldProps<Value extends string> extends Omit<FieldProps<Value>, 'error'> {
  choices: readonly { value: Value; label: string }[]
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, name, choices, value, onValue, hint } = props
  return (
    <Field label={label} hint={hint}>
      {(field) => (
        // The content security policy refuses the library's style element.
        <CSPProvider disableStyleElements>
          <Select.Root name={name} items={choices} value={value} onValueChange={(next) => next !== null && onValue(next)}>
            <Select.Trigger className={styles.select} {...field}>
              <Select.Value className="truncate grow" />
              <ChevronDown className="icon" size={16} strokeWidth={1.5} aria-hidden="true" />
            </Select.Trigger>
            <SelectPopup choices={choices} align="start" />
          </Select.Root>
        </CSPProvider>
      )}
    </Field>
  )
}
