import { Combobox } from '@base-ui/react/combobox'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { includesText } from '../format/includesText.ts'
import { useUiText } from '../ui/uiText.ts'
import { ComboboxPopup } from './ComboboxPopup.tsx'
import { type Choice, choiceLabel, type FilterMultiSelectProps, isFilled, MultiSelectBox } from './FilterMultiSelect.tsx'
import styles from './fields.module.css'

/** The popup of a multi-select with its trigger. */
export function MultiSelectPopup({ ref, ...props }: FilterMultiSelectProps & { ref: Ref<HTMLButtonElement> }) {
  const t = useUiText()
  const { label, name, choices, chosen, excluded, onChoose, onOpen } = props
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const content = { label, choices, chosen, excluded }
  // The browser moves the focus on from the trigger; the library would move it to a focus guard.
  const handleTab = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    field.current?.querySelector('button')?.focus()
    setOpen(false)
    if (event.shiftKey) event.preventDefault()
  }
  return (
    <Combobox.Root
      items={choices as Choice[]}
      multiple
      name={name}
      value={chosen.map((value) => ({ value, label: choiceLabel(value, choices) }))}
      isItemEqualToValue={(item, value) => item.value === value.value}
      // The library compares in the language of the system, not of the page.
      filter={({ label, value }, query) => includesText(`${label} ${value}`, query)}
      onValueChange={(next) => onChoose(next.map(({ value }) => value))}
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next)
        if (next) onOpen?.()
      }}
      autoHighlight
    >
      <div ref={field} className={styles.field} data-filled={isFilled(content) ? '' : undefined}>
        <Combobox.Trigger ref={ref} render={<MultiSelectBox {...content} />} />
      </div>
      <ComboboxPopup<Choice>
        label={label}
        empty={t('filter.noChoices')}
        layer="dialog"
        search={
          <Combobox.Input
            className={styles.search}
            aria-label={label}
            placeholder={t('filter.searchChoices')}
            onKeyDown={handleTab}
          />
        }
        renderChoice={(choice) => <span className={styles.word}>{choice.label}</span>}
      />
    </Combobox.Root>
  )
}
