import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select } from '@base-ui/react/select'
import { Check } from 'lucide-react'
import type { Ref } from 'react'
import { PAGE_SIZES } from '#commands/list.ts'
import fields from '../forms/fields.module.css'
import { type PageSizeProps, SizeBox } from './PageSize.tsx'

/** The sizes to choose from, and the box they are opened from. */
export const PageSizePopup = ({ ref, label, size, onChoose }: PageSizeProps & { ref: Ref<HTMLButtonElement> }) => (
  // Its own style sheet would be refused by the content policy.
  <CSPProvider disableStyleElements>
    <Select.Root value={size} onValueChange={(chosen) => chosen !== null && onChoose(chosen)}>
      <Select.Trigger ref={ref} render={<SizeBox label={label} size={size} />} />
      <Select.Portal>
        <Select.Positioner className={fields.positioner} alignItemWithTrigger={false} sideOffset={4}>
          <Select.Popup className={fields.popup} data-layer="dialog">
            <Select.List className={fields.list}>
              {PAGE_SIZES.map((one) => (
                <Select.Item key={one} value={one} className={fields.item}>
                  <Select.ItemIndicator className={fields.tick}>
                    <Check size={14} strokeWidth={2} />
                  </Select.ItemIndicator>
                  <Select.ItemText className={fields.word}>{one}</Select.ItemText>
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  </CSPProvider>
)
