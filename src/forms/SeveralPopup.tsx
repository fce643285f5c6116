import { Combobox } from '@base-ui/react/combobox'
import type { Ref } from 'react'
import { ComboboxPopup } from './ComboboxPopup.tsx'
import { type Choice, type FilterSeveralProps, isFilled, SeveralBox, wordOf } from './FilterSeveral.tsx'
import styles from './fields.module.css'

/** The popup of a multi-select with its trigger. */
export function SeveralPopup({ ref, ...props }: FilterSeveralProps & { ref: Ref<HTMLButtonElement> }) {
  const { label, name, choices, chosen, without, onChoose, onOpen, words } = props
  const said = { label, choices, chosen, without, words }
  return (
    <Combobox.Root
      items={choices as Choice[]}
      multiple
      name={name}
      value={chosen.map((value) => ({ value, label: wordOf(value, choices) }))}
      isItemEqualToValue={(item, value) => item.value === value.value}
      onValueChange={(next) => onChoose(next.map(({ value }) => value))}
      onOpenChange={(isOpen) => isOpen && onOpen?.()}
      autoHighlight
    >
      <div className={styles.field} data-filled={isFilled(said) ? '' : undefined}>
        <Combobox.Trigger ref={ref} render={<SeveralBox {...said} />} />
      </div>
      <ComboboxPopup<Choice>
        label={label}
        empty={words.nothing}
        layer="dialog"
        search={<Combobox.Input className={styles.search} placeholder={words.search} />}
        word={(choice) => <span className={styles.word}>{choice.label}</span>}
      />
    </Combobox.Root>
  )
}
