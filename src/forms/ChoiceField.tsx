import { Combobox } from '@base-ui/react/combobox'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type FocusEvent, useState } from 'react'
import { Field } from '../ui/Field.tsx'
import text from '../ui/TextField.module.css'
import { useFieldParts } from '../ui/useFieldParts.ts'
import { ComboboxPopup } from './ComboboxPopup.tsx'
import fields from './fields.module.css'
import styles from './form.module.css'

export interface FieldChoice {
  readonly value: string
  readonly label: string
  /** Told beside it, and found by as well. */
  readonly detail?: string
}

interface ChoiceFieldProps {
  label: string
  name: string
  choices: readonly FieldChoice[]
  /** The value that is chosen; empty while none is. */
  value: string
  onValue(value: string): void
  hint?: string | null
  error?: string | null
  /** Whether what is typed may be something else than a choice. */
  isFree?: boolean
  placeholder?: string
  autoFocus?: boolean
  onBlur?: (event: FocusEvent) => void
  words: { nothing: string; open: string }
}

/** One of several, found by typing a part of it. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, name, choices, value, onValue, hint = null, error = null, isFree = false, words, ...input } = props
  const parts = useFieldParts(error, hint)
  const [isOpen, setOpen] = useState(false)
  const chosen = choices.find((choice) => choice.value === value) ?? (isFree && value !== '' ? { value, label: value } : null)

  const pressed: ComponentProps<typeof Combobox.Input>['onKeyDown'] = (event) => {
    // Of a closed field the step back is the form's: what was chosen is never lost by it.
    if (event.key === 'Escape' && !isOpen) event.preventBaseUIHandler()
    if (!event.altKey || event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(false)
  }

  return (
    <Field parts={parts} label={label} hint={hint} error={error}>
      <Combobox.Root<FieldChoice>
        items={choices as FieldChoice[]}
        name={name}
        value={chosen}
        onValueChange={(next) => onValue(next?.value ?? '')}
        onInputValueChange={(typed, { reason }) => isFree && reason === 'input-change' && onValue(typed.trim())}
        isItemEqualToValue={(item, one) => item.value === one.value}
        itemToStringLabel={(item) => item.label}
        filter={(item, query) => answers(item, query)}
        open={isOpen}
        onOpenChange={setOpen}
        autoHighlight={!isFree}
      >
        <span className={text.box}>
          <Combobox.Input
            className={text.input}
            autoComplete="off"
            spellCheck={false}
            onKeyDown={pressed}
            {...parts.input}
            {...input}
          />
          <Combobox.Trigger className={styles.trigger} aria-label={words.open} tabIndex={-1}>
            <ChevronDown size={16} strokeWidth={1.5} />
          </Combobox.Trigger>
        </span>
        <ComboboxPopup<FieldChoice>
          label={label}
          empty={isFree ? null : words.nothing}
          word={(choice) => (
            <span className={`${fields.word} ${styles.choice}`}>
              {choice.label}
              {choice.detail !== undefined && <span className={styles.detail}>{choice.detail}</span>}
            </span>
          )}
        />
      </Combobox.Root>
    </Field>
  )
}

const answers = ({ value, label, detail = '' }: FieldChoice, query: string): boolean =>
  `${label} ${value} ${detail}`.toLowerCase().includes(query.trim().toLowerCase())
