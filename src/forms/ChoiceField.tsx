import { Combobox } from '@base-ui/react/combobox'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type FocusEvent, useRef, useState } from 'react'
import { includesText } from '../format/includesText.ts'
import { Field, type FieldProps } from '../ui/fields/Field.tsx'
import textField from '../ui/fields/TextField.module.css'
import { useUiText } from '../ui/uiText.ts'
import { ComboboxPopup } from './ComboboxPopup.tsx'
import fields from './fields.module.css'
import styles from './form.module.css'

export interface FieldChoice {
  readonly value: string
  readonly label: string
  /** Shown next to the label, and searchable. */
  readonly detail?: string | null
}

/** The value is empty for none. */
interface ChoiceFieldProps extends FieldProps {
  choices: readonly FieldChoice[]
  /** Typed text that is not a choice: dropped by default, else passed on as a value for the form's rules. */
  unlisted?: 'validated' | 'accepted'
  onBlur?: (event: FocusEvent) => void
  /** Words of its own for a list without a match and for the button that opens it. */
  labels?: { nothing: string; open: string }
}

/** A combobox. On blur, typed text selects the choice that it names in full, else the only one that it is a part of. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, name, choices, value, onValue, hint, error = null, unlisted, labels, onBlur } = props
  const t = useUiText()
  const [isOpen, setOpen] = useState(false)
  const isFreeText = unlisted !== undefined
  const chosen =
    choices.find((choice) => choice.value === value) ?? (isFreeText && value !== '' ? { value, label: value } : null)
  /** Text typed since the last choice, and the highlighted choice. */
  const typed = useRef('')
  const highlighted = useRef<FieldChoice | null>(null)

  function choose(choice: FieldChoice | null) {
    typed.current = ''
    onValue(choice?.value ?? '')
  }

  function commitTyped() {
    if (typed.current === '') return
    const only = (accepts: typeof matches) => {
      const [match, ...others] = choices.filter((choice) => accepts(choice, typed.current))
      return others.length === 0 ? match : undefined
    }
    const match = highlighted.current ?? only(isNamed) ?? only(matches)
    typed.current = ''
    if (match !== undefined) choose(match)
  }

  const handleKeyDown: ComponentProps<typeof Combobox.Input>['onKeyDown'] = (event) => {
    // Ctrl+Enter submits the form, also while the popup is open.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventBaseUIHandler()
      commitTyped()
      setOpen(false)
    }
    if (event.key === 'Escape') typed.current = ''
    // Escape in a closed field belongs to the form and does not clear the choice.
    if (event.key === 'Escape' && !isOpen) event.preventBaseUIHandler()
    if (!event.altKey || event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(false)
  }

  return (
    <Field label={label} hint={hint} error={error}>
      {(field) => (
        <Combobox.Root<FieldChoice>
          items={choices as FieldChoice[]}
          name={name}
          value={chosen}
          onValueChange={choose}
          onInputValueChange={(text, { reason }) => {
            if (reason !== 'input-change') return
            typed.current = text.trim()
            if (isFreeText) onValue(typed.current)
          }}
          onItemHighlighted={(choice, { reason }) => {
            highlighted.current = reason === 'keyboard' ? (choice ?? null) : null
          }}
          isItemEqualToValue={(item, one) => item.value === one.value}
          itemToStringLabel={(item) => item.label}
          filter={(item, query) => matches(item, query)}
          open={isOpen}
          onOpenChange={setOpen}
          autoHighlight
        >
          <span className={textField.box}>
            <Combobox.Input
              className={textField.input}
              autoComplete="off"
              spellCheck={false}
              onKeyDown={handleKeyDown}
              onBlur={(event) => {
                commitTyped()
                onBlur?.(event)
              }}
              {...field}
            />
            <Combobox.Trigger className={styles.trigger} aria-label={labels?.open ?? t('form.choice.open')} tabIndex={-1}>
              <ChevronDown size={16} strokeWidth={1.5} />
            </Combobox.Trigger>
          </span>
          <ComboboxPopup<FieldChoice>
            label={label}
            empty={unlisted === 'accepted' ? null : (labels?.nothing ?? t('form.choice.nothing'))}
            renderChoice={(choice) => (
              <span className={`${fields.word} ${styles.choice}`}>
                {choice.label}
                {choice.detail != null && <span className="faint">{choice.detail}</span>}
              </span>
            )}
          />
        </Combobox.Root>
      )}
    </Field>
  )
}

const matches = ({ value, label, detail = '' }: FieldChoice, query: string): boolean =>
  includesText(`${label} ${value} ${detail}`, query)

/** Whether the text is the label or the value, which may also be a part of other choices. */
const isNamed = ({ value, label }: FieldChoice, typed: string): boolean =>
  [label, value].some((name) => name.toLowerCase() === typed.toLowerCase())
