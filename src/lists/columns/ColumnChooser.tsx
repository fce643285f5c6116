import { Checkbox } from '@base-ui/react/checkbox'
import { ArrowDown, ArrowUp, Check } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useValue } from '../../state/value.ts'
import { DEFAULT_ARRANGEMENT, moveColumn, orderColumnIds } from '../../table/columns.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { withKeys } from '../../ui/Kbd.tsx'
import type { ListColumn } from '../list.ts'
import { useOpenList } from '../useOpenList.ts'
import styles from './ColumnChooser.module.css'

/** Chooses the visible columns and their order. Changes apply at once and are stored. */
export function ColumnChooser({ columns }: { columns: readonly ListColumn[] }) {
  const { controller, words } = useOpenList()
  const { t } = words
  const arrangement = useValue(controller.columnLayout.arrangement)
  useValue(controller.columnLayout.unfit)
  useValue(controller.columnLayout.empty)
  const list = useRef<HTMLUListElement>(null)
  const first = useRef<HTMLElement>(null)
  const order = orderColumnIds(
    columns.map(({ id }) => id),
    arrangement.order,
  )
  const { arrange, isVisible } = controller.columnLayout
  const shownCount = columns.filter((column) => isVisible(column, arrangement)).length

  const move = (id: string, title: string, by: 1 | -1) => {
    const at = order.indexOf(id)
    const to = at + by
    if (to < 0 || to >= order.length) return
    const before = order[by === 1 ? to + 1 : to] ?? null
    arrange({ ...arrangement, order: moveColumn(order, id, before) })
    controller.console.announcer.polite(t('column.moved', { title, n: to + 1 }))
  }
  const pressed = (event: KeyboardEvent, id: string, title: string) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    event.stopPropagation()
    if (event.altKey) return move(id, title, by)
    const boxes = [...(list.current?.querySelectorAll<HTMLElement>('[role="checkbox"]') ?? [])]
    boxes[boxes.indexOf(event.currentTarget as HTMLElement) + by]?.focus()
  }
  return (
    <Dialog
      open
      onClose={() => controller.dialog.set(null)}
      title={t('column.title')}
      width={420}
      initialFocus={first}
      finalFocus={() => {
        controller.handles.grid?.focus()
        return controller.handles.grid?.cell ?? null
      }}
      footer={<Button onClick={() => arrange(DEFAULT_ARRANGEMENT)}>{t('column.asItCame')}</Button>}
    >
      <p className={styles.hint}>{t('column.hint')}</p>
      <ul ref={list}>
        {order.map((id, index) => {
          const column = columns.find((one) => one.id === id)
          if (column === undefined) return null
          const title = t(column.title)
          const shown = isVisible(column, arrangement)
          return (
            <li key={id} className={styles.line}>
              {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is inside */}
              <label className={styles.label}>
                <Checkbox.Root
                  {...(index === 0 ? { ref: first } : {})}
                  className={styles.box}
                  checked={shown}
                  disabled={shown && shownCount === 1}
                  onCheckedChange={(next) => arrange({ ...arrangement, shown: { ...arrangement.shown, [id]: next } })}
                  onKeyDown={(event) => pressed(event, id, title)}
                >
                  <Checkbox.Indicator className={styles.tick}>
                    <Check size={12} strokeWidth={2.5} />
                  </Checkbox.Indicator>
                </Checkbox.Root>
                {title}
              </label>
              <IconButton
                icon={ArrowUp}
                size={14}
                tabIndex={-1}
                label={t('column.up', { title })}
                title={withKeys(t('column.up', { title }), 'alt+arrowup')}
                onClick={() => move(id, title, -1)}
              />
              <IconButton
                icon={ArrowDown}
                size={14}
                tabIndex={-1}
                label={t('column.down', { title })}
                title={withKeys(t('column.down', { title }), 'alt+arrowdown')}
                onClick={() => move(id, title, 1)}
              />
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
