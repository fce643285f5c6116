import { Combobox } from '@base-ui/react/combobox'
import type { Ref } from 'react'
import { useUiText } from '../ui/uiText.ts'
import { ComboboxPopup } from './ComboboxPopup.tsx'
import { type Choice, choiceLabel, type FilterMultiSelectProps, isFilled, MultiSelectBox } from './FilterMultiSelect.tsx'
import styles from './fields.module.css'

/** The popup of a multi-select with its trigger. */
export function MultiSelectPopup({ ref, ...props }: FilterMultiSelectProps & { ref: Ref<HTMLButtonElement> }) {
  const t = useUiText()
  const { label, name, choices, chosen, excluded, onChoose, onOpen } = props
  const content = { label, choices, chosen, excluded }
  return (
    <Combobox.Root
      items={choices as Choice[]}
      multiple
      name={name}
      value={chosen.map((value) => ({ value, label: choiceLabel(value, choices) }))}
      isItemEqualToValue={(item, value) => item.value === value.value}
      onValueChange={(next) => onChoose(next.map(({ value }) => value))}
      onOpenChange={(isOpen) => isOpen && onOpen?.()}
      autoHighlight
    >
      <div className={styles.field} data-filled={isFilled(content) ? '' : undefined}>
        <Combobox.Trigger ref={ref} render={<MultiSelectBox {...content} />} />
      </div>
      <ComboboxPopup<Choice>
        label={label}
        empty={t('filter.noChoices')}
        layer="dialog"
        search={<Combobox.Input className={styles.search} placeholder={t('filter.searchChoices')} />}
        renderChoice={(choice) => <span className={styles.word}>{choice.label}</span>}
      />
    </Combobox.Root>
  )
}
