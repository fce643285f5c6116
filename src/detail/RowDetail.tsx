import { Tabs } from '@base-ui/react/tabs'
import { Copy, Maximize2, Minimize2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedRow, RowField } from '#contract/rows/listedRow.ts'
import { ApiError } from '../api/errors.ts'
import type { Translate } from '../i18n.ts'
import { Amount } from '../table/cellFormats.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Status } from '../ui/Status.tsx'
import { statusTone } from '../ui/statusTone.ts'
import { TruncatedNumber } from '../ui/TruncatedNumber.tsx'
import { Attempts } from './Attempts.tsx'
import { DetailFields } from './DetailFields.tsx'
import { Differences } from './Differences.tsx'
import { type DetailField, fieldValue } from './detailField.ts'
import type { Difference } from './differences.ts'
import { failureText } from './failureText.ts'
import styles from './RowDetail.module.css'
import type { RowTexts } from './rowTexts.ts'
import { Timeline } from './Timeline.tsx'
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
  isLate,
  error,
  isNewestFirst,
  onOrder,
  onRetry,
  above,
}: RowDetailProps) {
  const { t } = texts
  const { fields, tabs, fractionDigits } = layout
  const fullLabel = t(isFull ? 'detail.beside' : 'detail.full')
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
          <IconButton icon={isFull ? Minimize2 : Maximize2} label={fullLabel} title={fullLabel} onClick={onFull} />
          <IconButton icon={X} label={t('detail.close')} onClick={onClose} />
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
        {error === null ? (
          <div className={styles.late} role="status" data-shown={isLate || undefined}>
            <span className="sr-only">{isLate && t('detail.loading')}</span>
          </div>
        ) : (
          <TrailFailure error={error} onRetry={onRetry} t={t} />
        )}
        <Tabs.Panel value="facts" className={styles.panel} tabIndex={-1}>
          {above}
          <DetailFields fields={fields} texts={texts} row={row} onCopy={onCopy} />
        </Tabs.Panel>
        <Tabs.Panel value="timeline" className={styles.panel} tabIndex={-1}>
          {trail !== null && <Timeline trail={trail} texts={texts} isNewestFirst={isNewestFirst} onOrder={onOrder} />}
        </Tabs.Panel>
        <Tabs.Panel value="callbacks" className={styles.panel} tabIndex={-1}>
          {trail !== null && <Attempts trail={trail} t={t} />}
        </Tabs.Panel>
        <Tabs.Panel value="raw" className={styles.panel} tabIndex={-1}>
          <RawRow row={row} trail={trail} texts={texts} onCopy={onCopy} />
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

/** The error of loading the history. */
function TrailFailure({ error, onRetry, t }: { error: unknown; onRetry(): void; t: Translate }) {
  const isRefused = error instanceof ApiError && (error.status === 403 || error.status === 404)
  return (
    // The failed call shows no notification of its own.
    <div role="alert">
      <Failure
        title={t(isRefused ? 'detail.refused' : 'detail.failed')}
        text={failureText(error, t)}
        {...(isRefused ? {} : { retry: onRetry })}
        retryLabel={t('app.retry')}
      />
    </div>
  )
}

/** The row as JSON, as the gateway sent it. */
function RawRow({ row, trail, texts: { t }, onCopy }: Pick<RowDetailProps, 'row' | 'trail' | 'texts' | 'onCopy'>) {
  const text = JSON.stringify(trail === null ? row : { record: row, ...trail }, null, 2)
  return (
    <div className={styles.raw}>
      <Button variant="quiet" className={styles.copy} onClick={() => onCopy(text)}>
        <Copy size={14} strokeWidth={1.5} aria-hidden="true" />
        {t('app.copy')}
      </Button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable to be scrolled by keys */}
      <pre className={styles.json} tabIndex={0}>
        {text}
      </pre>
    </div>
  )
}
