import { Combobox } from '@base-ui/react/combobox'
import { Check } from 'lucide-react'
import type { Ref } from 'react'
import { type Choice, type FilterSeveralProps, isFilled, SeveralBox, wordOf } from './FilterSeveral.tsx'
import styles from './fields.module.css'

/** The choices, and the box they are opened from. */
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
      <Combobox.Portal>
        <Combobox.Positioner className={styles.positioner} align="start" sideOffset={4}>
          <Combobox.Popup className={styles.popup} aria-label={label} data-layer="dialog">
            <Combobox.Input className={styles.search} placeholder={words.search} />
            <Combobox.Empty className={styles.none}>{words.nothing}</Combobox.Empty>
            <Combobox.List className={styles.list}>
              {(choice: Choice) => (
                <Combobox.Item key={choice.value} value={choice} className={styles.item}>
                  <Combobox.ItemIndicator className={styles.tick}>
                    <Check size={14} strokeWidth={2} />
                  </Combobox.ItemIndicator>
                  <span className={styles.word}>{choice.label}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
