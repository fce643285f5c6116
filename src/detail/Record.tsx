import { Tabs } from '@base-ui/react/tabs'
import { Maximize2, Minimize2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedRow, RowField } from '#contract/rows/listedRow.ts'
import { Amount } from '../table/kinds.tsx'
import { Button } from '../ui/Button.tsx'
import { CutNumber } from '../ui/CutNumber.tsx'
import { Status } from '../ui/Status.tsx'
import { toneOf } from '../ui/tones.ts'
import { Attempts } from './Attempts.tsx'
import { Differences } from './Differences.tsx'
import type { Difference } from './differences.ts'
import { Facts } from './Facts.tsx'
import { type Fact, valueIn } from './fact.ts'
import { RawRecord } from './RawRecord.tsx'
import styles from './Record.module.css'
import { Timeline } from './Timeline.tsx'
import { TrailState } from './TrailState.tsx'
import type { Tab } from './tabs.ts'
import type { Trail } from './trail.ts'
import type { Words } from './words.ts'

/** Which parts of a record stand where. */
export interface RecordLook {
  /** What it is called by whoever it belongs to. */
  readonly header: RowField
  readonly state: 'status' | 'type' | null
  readonly amount: RowField | null
  readonly places: number
  readonly facts: readonly Fact[]
  readonly tabs: readonly Tab[]
}

interface RecordProps {
  record: ListedRow
  look: RecordLook
  /** What is different about it since somebody looked. */
  differences: readonly Difference[]
  /** What happened to it; null while it is not here. */
  trail: Trail | null
  isLate: boolean
  /** Why the trail is not here, if it failed. */
  error: unknown
  words: Words
  tab: Tab
  onTab(tab: Tab): void
  isFull: boolean
  onFull(): void
  isNewestFirst: boolean
  onOrder(isNewestFirst: boolean): void
  onCopy(text: string): void
  onRetry(): void
  onClose(): void
  /** What there is to say of it before its facts. */
  above: ReactNode
}

/** One record: its number, amount and state, and below in tabs its facts, what happened to it, who was told, and the raw text. */
export function Record({
  record,
  look,
  differences,
  trail,
  words,
  tab,
  onTab,
  isFull,
  onFull,
  onClose,
  onCopy,
  above,
  ...rest
}: RecordProps) {
  const { t } = words
  const { facts, tabs, places } = look
  const name = valueIn(record, { field: look.header }) ?? record.id
  const amount = look.amount === null ? null : valueIn(record, { field: look.amount })
  return (
    <>
      <header className={styles.head}>
        {/* Its two halves would be read with a gap between them. */}
        <h2 className={styles.number} id="record-number" data-part="number" aria-label={name}>
          <CutNumber>{name}</CutNumber>
        </h2>
        <p className={styles.subtitle}>
          <State record={record} state={look.state} words={words} />
          {record.lateSuccess && <span className={styles.mark}>{t('detail.lateSuccess')}</span>}
          {record.simulated && <span className={styles.mark}>{t('detail.simulated')}</span>}
        </p>
        {amount !== null && (
          <p className={styles.amount}>
            <Amount value={amount} places={places} /> <span className={styles.currency}>{record.currency}</span>
          </p>
        )}
        <div className={styles.tools}>
          <Button
            look="icon"
            aria-label={t(isFull ? 'detail.beside' : 'detail.full')}
            title={t(isFull ? 'detail.beside' : 'detail.full')}
            onClick={onFull}
          >
            {isFull ? <Minimize2 size={16} strokeWidth={1.5} /> : <Maximize2 size={16} strokeWidth={1.5} />}
          </Button>
          <Button look="icon" aria-label={t('detail.close')} onClick={onClose}>
            <X size={16} strokeWidth={1.5} />
          </Button>
        </div>
      </header>
      <Differences all={differences} words={words} />
      <Tabs.Root className={styles.tabs} value={tab} onValueChange={onTab}>
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
          <Facts facts={facts} words={words} record={record} onCopy={onCopy} />
        </Tabs.Panel>
        <Tabs.Panel value="timeline" className={styles.panel} tabIndex={-1}>
          {trail !== null && <Timeline trail={trail} words={words} isNewestFirst={rest.isNewestFirst} onOrder={rest.onOrder} />}
        </Tabs.Panel>
        <Tabs.Panel value="callbacks" className={styles.panel} tabIndex={-1}>
          {trail !== null && <Attempts trail={trail} t={t} />}
        </Tabs.Panel>
        <Tabs.Panel value="raw" className={styles.panel} tabIndex={-1}>
          <RawRecord record={record} trail={trail} t={t} onCopy={onCopy} />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  )
}

function State({ record: { status, type }, state, words }: Pick<RecordProps, 'record' | 'words'> & Pick<RecordLook, 'state'>) {
  if (state === 'type') return type === undefined ? null : words.detailType(type)
  if (state === null || status === undefined) return null
  return <Status tone={toneOf(status)}>{words.status(status)}</Status>
}
