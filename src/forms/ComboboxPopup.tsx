import { Combobox } from '@base-ui/react/combobox'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import fields from './fields.module.css'

interface ComboboxPopupProps<Choice> {
  label: string
  /** Said where none is left. */
  empty: string | null
  /** Of the keys pressed in it; those of the field it is typed in where nothing is said. */
  layer?: 'dialog'
  /** Where a part of a name is typed, if not in the field itself. */
  search?: ReactNode
  word(choice: Choice): ReactNode
}

/** The choices that what was typed has left. */
export const ComboboxPopup = <Choice extends { readonly value: string }>({
  label,
  empty,
  layer,
  search,
  word,
}: ComboboxPopupProps<Choice>) => (
  <Combobox.Portal>
    <Combobox.Positioner className={fields.positioner} align="start" sideOffset={4}>
      <Combobox.Popup className={fields.popup} aria-label={label} data-layer={layer}>
        {search}
        <Combobox.Empty className={fields.none}>{empty}</Combobox.Empty>
        <Combobox.List className={fields.list}>
          {(choice: Choice) => (
            <Combobox.Item key={choice.value} value={choice} className={fields.item}>
              <Combobox.ItemIndicator className={fields.tick}>
                <Check size={14} strokeWidth={2} />
              </Combobox.ItemIndicator>
              {word(choice)}
            </Combobox.Item>
          )}
        </Combobox.List>
      </Combobox.Popup>
    </Combobox.Positioner>
  </Combobox.Portal>
)
