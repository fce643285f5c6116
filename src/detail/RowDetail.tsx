import { Tabs } from '@base-ui/react/tabs'
import { Maximize2, Minimize2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedRow, RowField } from '#contract/rows/listedRow.ts'
import { Amount } from '../table/cellFormats.tsx'
import { Button } from '../ui/Button.tsx'
import { Status } from '../ui/Status.tsx'
import { statusTone } from '../ui/statusTone.ts'
import { TruncatedNumber } from '../ui/TruncatedNumber.tsx'
import { Attempts } from './Attempts.tsx'
import { DetailFields } from './DetailFields.tsx'
import { Differences } from './Differences.tsx'
import { type DetailField, fieldValue } from './detailField.ts'
import type { Difference } from './differences.ts'
import { RawRow } from './RawRow.tsx'
import styles from './RowDetail.module.css'
import type { RowTexts } from './rowTexts.ts'
import { Timeline } from './Timeline.tsx'
import { TrailState } from './TrailState.tsx'
import type { Tab } from './tabs.ts'
import type { Trail } from './trail.ts'

/** Which fields of a row appear in which part of the detail. */
export interface DetailLayout {
  /** Field of the heading. */
  readonly header: RowField
  readonly state: 'status' | 'type' | null
  readonly amount: RowField | null
  readonly fractionDigits: number
  readonly fields: readonly DetailField[]
  readonly tabs: readonly Tab[]
}

interface RowDetailProps {
  row: ListedRow
  layout: DetailLayout
  /** Changes that the user has not seen. */
  differences: readonly Difference[]
  /** History; null until it is loaded. */
  trail: Trail | null
  isLate: boolean
  /** Error of loading the history, if it failed. */
  error: unknown
  texts: RowTexts
  tab: Tab
  onTab(tab: Tab): void
  isFull: boolean
  onFull(): void
  isNewestFirst: boolean
  onOrder(isNewestFirst: boolean): void
  onCopy(text: string): void
  onRetry(): void
  onClose(): void
  /** Content above the fields. */
  above: ReactNode
}

/** The open row: number, amount and status, and tabs for fields, timeline, callbacks and raw JSON. */
export function RowDetail({
  row,
  layout,
  differences,
  trail,
  texts,
  tab,
  onTab,
  isFull,
  onFull,
  onClose,
  onCopy,
  above,
  ...rest
}: RowDetailProps) {
  const { t } = texts
  const { fields, tabs, fractionDigits } = layout
  const name = fieldValue(row, { field: layout.header }) ?? row.id
  const amount = layout.amount === null ? null : fieldValue(row, { field: layout.amount })
  return (
    <>
      <header className={styles.head}>
        {/* A screen reader would pause between the two halves of a truncated number. */}
        <h2 className={styles.number} id="record-number" data-part="number" aria-label={name}>
          <TruncatedNumber>{name}</TruncatedNumber>
        </h2>
        <p className={styles.subtitle}>
          <State row={row} state={layout.state} texts={texts} />
          {row.lateSuccess && <span className={styles.mark}>{t('detail.lateSuccess')}</span>}
          {row.simulated && <span className={styles.mark}>{t('detail.simulated')}</span>}
        </p>
        {amount !== null && (
          <p className={styles.amount}>
            <Amount value={amount} fractionDigits={fractionDigits} /> <span className={styles.currency}>{row.currency}</span>
          </p>
        )}
        <div className={styles.tools}>
          <Button
            variant="icon"
            aria-label={t(isFull ? 'detail.beside' : 'detail.full')}
            title={t(isFull ? 'detail.beside' : 'detail.full')}
            onClick={onFull}
          >
            {isFull ? <Minimize2 size={16} strokeWidth={1.5} /> : <Maximize2 size={16} strokeWidth={1.5} />}
          </Button>
          <Button variant="icon" aria-label={t('detail.close')} onClick={onClose}>
            <X size={16} strokeWidth={1.5} />
          </Button>
        </div>
      </header>
      <Differences differences={differences} texts={texts} />
      <Tabs.Root className="column fill" value={tab} onValueChange={onTab}>
        <Tabs.List className={styles.tabList} aria-label={t('detail.tabs')}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one} className={styles.tab}>
              {t(`detail.tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <TrailState isLate={rest.isLate} error={rest.error} onRetry={rest.onRetry} t={t} />
        <Tabs.Panel value="facts" className={styles.panel} tabIndex={-1}>
          {above}
          <DetailFields fields={fields} texts={texts} row={row} onCopy={onCopy} />
        </Tabs.Panel>
        <Tabs.Panel value="timeline" className={styles.panel} tabIndex={-1}>
          {trail !== null && <Timeline trail={trail} texts={texts} isNewestFirst={rest.isNewestFirst} onOrder={rest.onOrder} />}
        </Tabs.Panel>
        <Tabs.Panel value="callbacks" className={styles.panel} tabIndex={-1}>
          {trail !== null && <Attempts trail={trail} t={t} />}
        </Tabs.Panel>
        <Tabs.Panel value="raw" className={styles.panel} tabIndex={-1}>
          <RawRow row={row} trail={trail} t={t} onCopy={onCopy} />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  )
}

function State({ row: { status, type }, state, texts }: Pick<RowDetailProps, 'row' | 'texts'> & Pick<DetailLayout, 'state'>) {
  if (state === 'type') return type === undefined ? null : texts.detailType(type)
  if (state === null || status === undefined) return null
  return <Status tone={statusTone(status)}>{texts.status(status)}</Status>
}
