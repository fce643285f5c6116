import { Tabs } from '@base-ui/react/tabs'
import { useSelector } from '@xstate/react'
import { Copy, Maximize2, Minimize2, X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { ApiError } from '../../api/errors.ts'
import { Attempts } from '../../detail/Attempts.tsx'
import { DetailFields } from '../../detail/DetailFields.tsx'
import { Differences } from '../../detail/Differences.tsx'
import { fieldValue } from '../../detail/detailField.ts'
import { type Difference, differencesOf } from '../../detail/differences.ts'
import { failureText } from '../../detail/failureText.ts'
import type { RowTexts } from '../../detail/rowTexts.ts'
import { Timeline } from '../../detail/Timeline.tsx'
import type { Trail } from '../../detail/trail.ts'
import { CommandIcon } from '../../keyboard/CommandIcon.tsx'
import { withTexts } from '../../loading/withTexts.tsx'
import { useValue } from '../../state/value.ts'
import { Amount } from '../../table/cellFormats.tsx'
import { Button } from '../../ui/Button.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Status, statusTone } from '../../ui/Status.tsx'
import { TruncatedNumber } from '../../ui/TruncatedNumber.tsx'
import type { List } from '../list.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'
import { useOpenList } from '../useOpenList.ts'
import styles from './OpenRow.module.css'
import { RecordActions } from './RecordActions.tsx'

const Notes = withTexts(async () => (await import('./Notes.tsx')).Notes, 'commands')

/** The open row: number, amount and status, and tabs for fields, timeline, callbacks and raw JSON. */
export function OpenRow({ row }: { row: ListedRow }) {
  const { controller, words } = useOpenList()
  const { t } = words
  const { actor, address, list, newestFirst } = controller
  const { tab, view } = useSelector(actor, ({ context }) => context.query)
  const state = useSelector(actor, ({ value }) => value.detail)
  const { trail, error } = useSelector(actor, ({ context }) => context.detail)
  const isNewestFirst = useValue(newestFirst)
  const differences = useDifferences(controller, words, row)
  const isFull = view === 'full'
  const isLate = state === 'loading' || state === 'settling'
  const fullLabel = t(isFull ? 'detail.beside' : 'detail.full')
  const name = fieldValue(row, { field: list.header }) ?? row.id
  const amount = list.amount === null ? null : fieldValue(row, { field: list.amount })
  const copy = (text: string) => controller.console.scope().app.copy(text)
  return (
    <>
      <header className={styles.head}>
        {/* A screen reader would pause between the two halves of a truncated number. */}
        <h2 className={styles.number} id="record-number" data-part="number" aria-label={name}>
          <TruncatedNumber>{name}</TruncatedNumber>
        </h2>
        <p className={styles.subtitle}>
          <State row={row} state={list.state} texts={words} />
          {row.lateSuccess && <span className={styles.mark}>{t('detail.lateSuccess')}</span>}
          {row.simulated && <span className={styles.mark}>{t('detail.simulated')}</span>}
        </p>
        {amount !== null && (
          <p className={styles.amount}>
            <Amount value={amount} fractionDigits={list.fractionDigits} currency={row.currency} />{' '}
            <span className={styles.currency}>{row.currency}</span>
          </p>
        )}
        <div className={styles.tools}>
          <CommandIcon
            of="detail.full"
            icon={isFull ? Minimize2 : Maximize2}
            label={fullLabel}
            onClick={() => address.navigate({ open: row.id, view: isFull ? 'inside' : 'full' }, 'push')}
          />
          <CommandIcon of="escape" icon={X} label={t('detail.close')} onClick={controller.closeRow} />
        </div>
      </header>
      <RecordActions row={row} />
      <Differences differences={differences} texts={words} />
      <Tabs.Root
        className="column fill"
        value={list.tabs.includes(tab) ? tab : 'facts'}
        onValueChange={(next) => address.navigate({ tab: next }, 'replace')}
      >
        <Tabs.List className={styles.tabList} aria-label={t('detail.tabs')}>
          {list.tabs.map((one) => (
            <Tabs.Tab key={one} value={one} className={styles.tab}>
              {t(`detail.tab.${one}`)}
              {one === 'notes' && (row.notes ?? 0) > 0 && <span className={styles.count}>{row.notes}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {state === 'failed' && error !== null ? (
          <TrailFailure error={error} retry={() => actor.send({ type: 'detail.retry' })} t={t} />
        ) : (
          <div className={styles.late} role="status" data-shown={isLate || undefined}>
            <span className="sr-only">{isLate && t('detail.loading')}</span>
          </div>
        )}
        <Tabs.Panel value="facts" className={styles.panel} tabIndex={-1}>
          <div
            className={styles.facts}
            data-history={isFull && trail !== null && list.tabs.includes('timeline') ? '' : undefined}
          >
            <div>
              {list.detailHeader !== null && <list.detailHeader row={row} />}
              <DetailFields fields={list.fields} isGrouped={isFull} texts={words} row={row} onCopy={copy} />
            </div>
            {isFull && trail !== null && list.tabs.includes('timeline') && (
              <History controller={controller} words={words} trail={trail} />
            )}
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="timeline" className={styles.panel} tabIndex={-1}>
          {trail !== null && <Timeline trail={trail} texts={words} isNewestFirst={isNewestFirst} onOrder={newestFirst.set} />}
        </Tabs.Panel>
        <Tabs.Panel value="callbacks" className={styles.panel} tabIndex={-1}>
          {trail !== null && <Attempts trail={trail} t={t} />}
        </Tabs.Panel>
        <Tabs.Panel value="notes" className={styles.panel} tabIndex={-1}>
          <Notes row={row} notes={trail?.notes ?? null} isLoading={state !== 'failed'} />
        </Tabs.Panel>
        <Tabs.Panel value="raw" className={styles.panel} tabIndex={-1}>
          <RawRow content={trail === null || list.trail === 'row' ? row : { record: row, ...trail }} copy={copy} t={t} />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  )
}

/** Timeline and callbacks beside the facts of a full page, where the window has room. */
function History({ controller, words, trail }: { controller: ListController; words: ListWords; trail: Trail }) {
  const { list, newestFirst } = controller
  const isNewestFirst = useValue(newestFirst)
  const { t } = words
  return (
    <aside className={styles.history} aria-label={t('detail.tab.timeline')}>
      <h3 className="heading">{t('detail.tab.timeline')}</h3>
      <Timeline trail={trail} texts={words} isNewestFirst={isNewestFirst} onOrder={newestFirst.set} />
      {list.tabs.includes('callbacks') && (
        <>
          <h3 className="heading">{t('detail.tab.callbacks')}</h3>
          <Attempts trail={trail} t={t} />
        </>
      )}
    </aside>
  )
}

/** The differences to the row as last read. Showing the row marks its change as seen. */
function useDifferences({ changes, list }: ListController, words: RowTexts, { id }: ListedRow): readonly Difference[] {
  const change = useSelector(changes ?? undefined, (snapshot) => snapshot?.context.ledger.changes.get(id) ?? null)
  useEffect(() => {
    if (change !== null) changes?.send({ type: 'row.seen', id })
  }, [changes, change, id])
  return useMemo(() => (change === null ? [] : differencesOf(change, list.fields, words)), [change, list, words])
}

function State({ row: { status, type }, state, texts }: { row: ListedRow; state: List['state']; texts: RowTexts }) {
  if (state === 'type') return type == null ? null : texts.detailType(type)
  if (state === null || status == null) return null
  return <Status tone={statusTone(status)}>{texts.status(status)}</Status>
}

/** The error of loading the history. */
function TrailFailure({ error, retry, t }: { error: unknown; retry(): void; t: RowTexts['t'] }) {
  const isRefused = error instanceof ApiError && (error.status === 403 || error.status === 404)
  return (
    // The failed call shows no notification of its own.
    <div role="alert">
      <Failure
        title={t(isRefused ? 'detail.refused' : 'detail.failed')}
        text={failureText(error, t)}
        {...(isRefused ? {} : { retry })}
      />
    </div>
  )
}

/** The row as JSON, as the gateway sent it. */
function RawRow({ content, copy, t }: { content: object; copy(text: string): void; t: RowTexts['t'] }) {
  const text = JSON.stringify(content, null, 2)
  return (
    <div className={styles.raw}>
      <Button variant="quiet" className={styles.copy} onClick={() => copy(text)}>
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
