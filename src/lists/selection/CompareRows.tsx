import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { numberOf } from '#commands/rows/kinds.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { type DetailField, fieldText, fieldValue } from '../../detail/detailField.ts'
import { NO_FIGURE } from '../../format/noFigure.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { useOpenList } from '../useOpenList.ts'
import styles from './CompareRows.module.css'

/** The two selected rows side by side, field by field. Arrow keys walk the fields, `d` leaves those that differ. */
export function CompareRows() {
  const { controller, words } = useOpenList()
  const { t } = words
  const { list, dialog, handles } = controller
  const [rows] = useState(() => controller.selection.rows)
  const [isOnlyDifferent, setOnlyDifferent] = useState(false)
  const first = useRef<HTMLTableRowElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const [left, right] = rows
  if (left === undefined || right === undefined) return null
  const fields = list.fields.filter((field) => [left, right].some((row) => fieldValue(row, field) !== null))
  const different = fields.filter((field) => fieldText(left, field, words) !== fieldText(right, field, words))
  const shown = isOnlyDifferent ? different : fields
  const pressed = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (event.key === 'd') setOnlyDifferent(!isOnlyDifferent)
    else if (step === undefined) return
    else walk(body, step)
    event.preventDefault()
    event.stopPropagation()
  }
  const cellOf = (row: ListedRow, field: DetailField) => {
    const value = fieldValue(row, field)
    return value === null ? NO_FIGURE : words.formatOf(field.kind).render(value, row)
  }
  return (
    <Dialog
      open
      onClose={() => dialog.set(null)}
      title={t('compare.title')}
      width={860}
      initialFocus={first}
      finalFocus={() => {
        handles.grid?.focus()
        return handles.grid?.cell ?? null
      }}
      footer={
        <Button onClick={() => setOnlyDifferent(!isOnlyDifferent)} aria-keyshortcuts="d">
          {t(isOnlyDifferent ? 'compare.all' : 'compare.onlyDifferent')}
          <Kbd keys="d" />
        </Button>
      }
    >
      <p className={styles.count} role="status">
        {t('compare.count', { n: different.length, all: fields.length })}
      </p>
      <table className={styles.table} onKeyDown={pressed}>
        <thead>
          <tr>
            <td />
            {[left, right].map((row) => (
              <th key={row.id} scope="col" className="mono">
                {numberOf({ kind: list.kind, row })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map((field, index) => {
            const isDifferent = different.includes(field)
            return (
              <tr
                key={field.field}
                ref={index === 0 ? first : undefined}
                tabIndex={-1}
                data-different={isDifferent || undefined}
              >
                <th scope="row">
                  {t(field.title)}
                  {isDifferent && <span className="sr-only">{` (${t('compare.differs')})`}</span>}
                </th>
                <td>{cellOf(left, field)}</td>
                <td>{cellOf(right, field)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Dialog>
  )
}

/** Keys and by how many rows they move; to the first and the last with a step beyond all rows. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

function walk(body: RefObject<HTMLTableSectionElement | null>, step: number): void {
  const rows = [...(body.current?.rows ?? [])]
  const at = rows.indexOf(document.activeElement as HTMLTableRowElement)
  rows[Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus()
}
