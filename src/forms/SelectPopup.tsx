import { Select } from '@base-ui/react/select'
import { Check } from 'lucide-react'
import menu from '../ui/menu.module.css'
import fields from './fields.module.css'

interface SelectPopupProps<Value> {
  choices: readonly { readonly value: Value; readonly label: string }[]
  /** Alignment with the trigger. */
  align?: 'start' | 'center'
}

/** The popup of a select. */
export const SelectPopup = <Value extends string | number>({ choices, align = 'center' }: SelectPopupProps<Value>) => (
  <Select.Portal>
    <Select.Positioner className={menu.positioner} alignItemWithTrigger={false} align={align} sideOffset={4}>
      <Select.Popup className={fields.popup} data-layer="dialog">
        <Select.List className={fields.list}>
          {choices.map(({ value, label }) => (
            <Select.Item key={value} value={value} className={fields.item}>
              <Select.ItemIndicator className={fields.tick}>
                <Check size={14} strokeWidth={2} />
              </Select.ItemIndicator>
              <Select.ItemText className={fields.word}>{label}</Select.ItemText>
            </Select.Item>
          ))}
        </Select.List>
      </Select.Popup>
    </Select.Positioner>
  </Select.Portal>
)
