import { Command } from 'cmdk'
import * as lucide from 'lucide-react'
import { memo, type PointerEvent, useRef } from 'react'
import type { Section } from '#commands/command.ts'
import { isNumber } from '#commands/rows/hasNumbers.ts'
import { formatTime } from '../../format/dates.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { Status, statusTone } from '../../ui/Status.tsx'
import { TruncatedNumber } from '../../ui/TruncatedNumber.tsx'
import { useConsole } from '../../useConsole.tsx'
import frame from '../Palette.module.css'
import type { ChooseOptions } from '../useRowActions.ts'
import styles from './PaletteRow.module.css'
import { type CommandRow, type OrderRow, type Row, rowLabel, type SyntaxRow } from './row.ts'

interface PaletteRowProps {
  row: Row
  /** Position among all rows, from 1, and their number: only some of them are rendered. */
  position: number
  size: number
  /** The heading of its group, not repeated in the row. */
  heading: string | undefined
  onChoose(row: Row, options: ChooseOptions): void
}

const SECTION_ICONS: Record<Section, lucide.LucideIcon> = {
  row: lucide.Rows3,
  selection: lucide.ListChecks,
  order: lucide.ReceiptText,
  list: lucide.ListFilter,
  go: lucide.ArrowRight,
  account: lucide.Wallet,
  app: lucide.SlidersHorizontal,
}

const ICONS = {
  order: lucide.ReceiptText,
  recent: lucide.Clock3,
  searching: lucide.Search,
  failed: lucide.RotateCw,
  value: null,
  figure: lucide.Copy,
  blocked: lucide.Ban,
  syntax: lucide.TextCursorInput,
} satisfies Record<Exclude<Row['kind'], 'command'>, lucide.LucideIcon | null>

/** A row: icon, title, note, section and key. */
export const PaletteRow = memo(function PaletteRow({ row, position: place, size, heading, onChoose }: PaletteRowProps) {
  const { palette } = useConsole()
  const options = useRef<ChooseOptions>({})
  const Icon = row.kind === 'command' ? SECTION_ICONS[row.command.section] : ICONS[row.kind]

  // Ignore rows that move under a resting pointer.
  function onPointerMove({ movementX, movementY }: PointerEvent) {
    if (movementX !== 0 || movementY !== 0) palette.send({ type: 'row.picked', row: row.id })
  }

  return (
    <Command.Item
      className={styles.row}
      value={row.id}
      aria-posinset={place}
      aria-setsize={size}
      onMouseDown={keepFocus}
      onPointerMove={onPointerMove}
      onClickCapture={({ metaKey, ctrlKey, shiftKey }) => {
        options.current = { newTab: metaKey || ctrlKey, keepOpen: shiftKey }
      }}
      onSelect={() => onChoose(row, options.current)}
    >
      {/* Screen readers get one sentence, and the columns are hidden from them. */}
      <span className="sr-only">{rowLabel(row)}</span>
      <span className={row.kind === 'order' ? `${styles.content} ${styles.order}` : styles.content} aria-hidden="true">
        {Icon !== null && <Icon className={styles.icon} size={16} strokeWidth={1.5} />}
        <RowContent row={row} section={row.section === heading ? '' : row.section} />
      </span>
    </Command.Item>
  )
})

const keepFocus = (event: { preventDefault(): void }) => event.preventDefault()

function RowContent({ row, section }: { row: Row; section: string }) {
  if (row.kind === 'command') return <CommandContent row={row} section={section} />
  if (row.kind === 'order') return <OrderContent row={row} />
  if (row.kind === 'syntax') return <SyntaxContent row={row} />
  return (
    <>
      <span className={row.kind === 'recent' ? frame.number : 'truncate'}>{row.title}</span>
      {row.kind === 'figure' && <Amount text={row.amount} />}
      {(row.kind !== 'value' || row.address !== null) && <span className={styles.section}>{section}</span>}
    </>
  )
}

/** An amount with a lighter fraction. */
const Amount = ({ text }: { text: string }) => {
  const point = text.lastIndexOf('.')
  return (
    <span className={styles.amount}>
      {text.slice(0, point)}
      <span className="faint">{text.slice(point)}</span>
    </span>
  )
}

const CommandContent = ({ row: { title, chips = [], matched, note, keys }, section }: { row: CommandRow; section: string }) => (
  <>
    <span className="truncate">{title}</span>
    {chips.map((chip) => (
      <span key={chip} className={styles.matched}>
        {chip}
      </span>
    ))}
    {matched != null && <span className={styles.matched}>{matched}</span>}
    {note !== null && <span className={styles.subtitle}>{note}</span>}
    <span className={styles.section}>{section}</span>
    <span className={styles.keys}>{keys !== null && <Kbd keys={keys} />}</span>
  </>
)

const SyntaxContent = ({ row: { title, example } }: { row: SyntaxRow }) => (
  <>
    <span className="truncate">{title}</span>
    <span className={`${frame.number} push`}>{example}</span>
  </>
)

const FoundNumber = ({ number, tail }: { number: string; tail: string | null }) => (
  <TruncatedNumber found={tail !== null && isNumber(number, tail, { isTail: true }) ? tail.length : 0}>
    {number}
  </TruncatedNumber>
)

const OrderContent = ({ row: { title, tail, amount, status, section, hit } }: { row: OrderRow }) => (
  <>
    <span className={frame.number}>
      <FoundNumber number={title} tail={tail} />
    </span>
    <span className={styles.subtitle}>
      <FoundNumber number={hit.row.merchantOrderNo ?? ''} tail={tail} />
    </span>
    <Amount text={amount} />
    <span className={styles.status}>
      <Status tone={statusTone(hit.row.status ?? '')}>{status}</Status>
    </span>
    <time className={styles.time}>{formatTime(hit.row.createTime ?? '').slice(5, 16)}</time>
    <span className={styles.section}>{section}</span>
  </>
)
