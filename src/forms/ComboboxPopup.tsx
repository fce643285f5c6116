import { Combobox } from '@base-ui/react/combobox'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import menu from '../ui/menu.module.css'
import fields from './fields.module.css'

interface ComboboxPopupProps<Choice> {
  label: string
  /** Shown when no choice matches. */
  empty: string | null
  /** Keyboard layer of the popup; the layer of its field by default. */
  layer?: 'dialog'
  /** Search field inside the popup, if the field itself is not one. */
  search?: ReactNode
  renderChoice(choice: Choice): ReactNode
}

/** The choices that match the typed text. */
export const ComboboxPopup = <Choice extends { readonly value: string }>({
  label,
  empty,
  layer,
  search,
  renderChoice,
}: ComboboxPopupProps<Choice>) => (
  <Combobox.Portal>
    <Combobox.Positioner className={menu.positioner} align="start" sideOffset={4}>
      <Combobox.Popup className={fields.popup} aria-label={label} data-layer={layer}>
        {search}
        <Combobox.Empty className={fields.none}>{empty}</Combobox.Empty>
        <Combobox.List className={fields.list}>
          {(choice: Choice) => (
            <Combobox.Item key={choice.value} value={choice} className={fields.item}>
              <Combobox.ItemIndicator className={fields.tick}>
                <Check size={14} strokeWidth={2} />
              </Combobox.ItemIndicator>
              {renderChoice(choice)}
            </Combobox.Item>
          )}
        </Combobox.List>
      </Combobox.Popup>
    </Combobox.Positioner>
  </Combobox.Portal>
)
