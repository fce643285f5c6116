import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select } from '@base-ui/react/select'
import type { Ref } from 'react'
import { PAGE_SIZES } from '#commands/lists/pageSizes.ts'
import { SelectPopup } from '../../forms/SelectPopup.tsx'
import { type PageSizeProps, SizeBox } from './PageSize.tsx'

const SIZES = PAGE_SIZES.map((size) => ({ value: size, label: String(size) }))

export const PageSizePopup = ({ ref, label, size, onChoose }: PageSizeProps & { ref: Ref<HTMLButtonElement> }) => (
  // The content security policy would block its inline styles.
  <CSPProvider disableStyleElements>
    <Select.Root value={size} onValueChange={(chosen) => chosen !== null && onChoose(chosen)}>
      <Select.Trigger ref={ref} render={<SizeBox label={label} size={size} />} />
      <SelectPopup choices={SIZES} />
    </Select.Root>
  </CSPProvider>
)
