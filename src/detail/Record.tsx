import { Tabs } from '@base-ui/react/tabs'
import { Maximize2, Minimize2, X } from 'lucide-react'
import type { PayOrder } from '#contract/rows.ts'
import { Amount } from '../table/kinds.tsx'
import { Button } from '../ui/Button.tsx'
import { Status } from '../ui/Status.tsx'
import { toneOf } from '../ui/tones.ts'
import { Attempts } from './Attempts.tsx'
import { Facts } from './Facts.tsx'
import type { Fact } from './fact.ts'
import { RawRecord } from './RawRecord.tsx'
import styles from './Record.module.css'
import { Timeline } from './Timeline.tsx'
import { TrailState } from './TrailState.tsx'
import { TABS, type Tab } from './tabs.ts'
import type { Trail } from './timeline.ts'
import type { Words } from './words.ts'

interface RecordProps {
  record: PayOrder
  /** What happened to it; null while it is not here. */
  trail: Trail | null
  isLate: boolean
  /** Why the trail is not here, if it failed. */
  error: unknown
  facts: readonly Fact[]
  places: number
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
}

/** One order: its number, amount and state, and below in tabs its facts, what happened to it, who was told, and the raw text. */
export function Record({ record, trail, words, tab, onTab, isFull, onFull, onClose, onCopy, ...rest }: RecordProps) {
  const { t } = words
  return (
    <>
      <header className={styles.head}>
        <div className={styles.title}>
          <h2 className={styles.number} data-part="number" title={record.platOrderNo}>
            {record.merchantOrderNo}
          </h2>
          <p className={styles.subtitle}>
            <Status tone={toneOf(record.status)}>{words.status(record.status)}</Status>
            {record.lateSuccess && <span className={styles.mark}>{t('detail.lateSuccess')}</span>}
            {record.simulated && <span className={styles.mark}>{t('detail.simulated')}</span>}
          </p>
        </div>
        <p className={styles.amount}>
          <Amount value={record.payAmount} places={rest.places} /> <span className={styles.currency}>{record.currency}</span>
        </p>
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
      <Tabs.Root className={styles.tabs} value={tab} onValueChange={onTab}>
        <Tabs.List className={styles.tabList} aria-label={t('detail.tabs')}>
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one} className={styles.tab}>
              {t(`detail.tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <TrailState isLate={rest.isLate} error={rest.error} onRetry={rest.onRetry} t={t} />
        <Tabs.Panel value="facts" className={styles.panel} tabIndex={-1}>
          <Facts facts={rest.facts} words={words} record={record} onCopy={onCopy} />
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
