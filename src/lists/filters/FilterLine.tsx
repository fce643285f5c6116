import { lazyComponent } from '../../ui/lazyComponent.tsx'
import styles from './FilterLine.module.css'
import { FilterLineBox, type FilterLineProps } from './FilterLineBox.tsx'
import { filterExample } from './filterExample.ts'

/** The filter as text. The editor and its grammar are fetched after the first rows. */
export const FilterLine = lazyComponent(
  async () => (await import('./FilterLineEditor.tsx')).FilterLineEditor,
  FilterLinePlaceholder,
)

/** The frame of the filter text until the editor is loaded. */
export function FilterLinePlaceholder({ controller, words }: Pick<FilterLineProps, 'controller' | 'words'>) {
  return (
    <div className={styles.line} data-line="">
      <FilterLineBox example={filterExample(controller.list, words)}>{null}</FilterLineBox>
    </div>
  )
}
