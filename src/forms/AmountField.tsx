import { TextField, type TextFieldProps } from '../ui/fields/TextField.tsx'
import styles from './form.module.css'

interface AmountFieldProps extends Omit<TextFieldProps, 'end' | 'type' | 'inputMode'> {
  currency: string
}

/** An amount in the user's own notation; the hint shows the parsed value. */
export const AmountField = ({ currency, ...field }: AmountFieldProps) => (
  <TextField
    inputMode="decimal"
    autoComplete="off"
    spellCheck={false}
    {...field}
    end={
      <span className={styles.unit} aria-hidden="true">
        {currency}
      </span>
    }
  />
)
