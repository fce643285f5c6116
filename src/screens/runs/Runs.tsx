import { useCallback, useEffect, useRef, useState } from 'react'
import { listAddress, lookupFieldOf, numberOf, rowKinds } from '#commands/rows/kinds.ts'
import { MAX_ORDER_NUMBERS } from '#contract/rules.ts'
import { formatCount } from '../../format/amount.ts'
import { fileName, formatTime } from '../../format/dates.ts'
import { BulkPanel } from '../../runs/BulkPanel.tsx'
import { runName } from '../../runs/runName.ts'
import type { RunRecord, RunRow } from '../../runs/runRecord.ts'
import type { LiveRun, Runs as RunService } from '../../runs/runs.ts'
import { saveAndNotify } from '../../saveFile.ts'
import { useValue } from '../../state/value.ts'
import { SmallTable } from '../../table/SmallTable.tsx'
import { useFollowedRow } from '../../table/useFollowedRow.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { keepClear } from '../../ui/keepClear.ts'
import { Status, type Tone } from '../../ui/Status.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { outcomesAsCsv } from './outcomesAsCsv.ts'
import { RunOutcomes } from './RunOutcomes.tsx'
import styles from './Runs.module.css'

const TONES: Record<RunRecord['state'] | 'running', Tone> = {
  running: 'busy',
  open: 'busy',
  stopped: 'idle',
  finished: 'good',
}

/** Milliseconds between two looks at how far runs and exports are: a look reads all rows of a run. */
const READ_EVERY_MS = 1_000

const idOf = ({ id }: RunRecord) => id

/** The bulk runs of the account in this browser. Each can be continued, stopped, looked through and exported. */
export function Runs() {
  const t = useT()
  const console = useConsole()
  const { runs: lazy, scope, permissions, clock, toasts } = console
  const [service, setService] = useState<RunService | null>(null)
  const [records, setRecords] = useState<readonly RunRecord[] | null>(null)
  const [here, follow] = useFollowedRow(records ?? [], idOf)
  const [deletions, setDeletions] = useState(0)
  const section = useRef<HTMLElement>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const [rows, setRows] = useState<readonly RunRow[]>([])
  /** A run that was started here. */
  const [started, setStarted] = useState<LiveRun | null>(null)
  const live = useValue(lazy.live)
  const unfinished = useValue(lazy.unfinished)
  const record = records?.[here] ?? null
  const liveHere = live.find(({ id }) => id === record?.id) ?? null

  const read = useCallback(async () => {
    const loaded = await lazy.load()
    setService(loaded)
    setRecords(await loaded.list())
  }, [lazy])
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when a run begins or ends
  useEffect(() => {
    read().catch(() => setUnreadable(true))
  }, [read, live, unfinished])
  const id = record?.id ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: again with each reading
  useEffect(() => {
    let isCurrent = true
    if (id === null || service === null) return
    service.store.rows(id).then(
      (found) => isCurrent && setRows(found),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [service, id, records])

  const focusRow = useCallback(() => {
    const row = section.current?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')
    const target = row ?? section.current?.closest<HTMLElement>('#main')
    target?.focus()
  }, [])
  useEffect(() => {
    if (deletions > 0) focusRow()
  }, [deletions, focusRow])

  const isExporting = records?.some(({ action, state }) => action === 'export' && state === 'open') ?? false
  const isAdvancing = isExporting || live.length > 0
  useEffect(() => {
    if (!isAdvancing) return
    const timer = setInterval(() => void read().catch(() => {}), READ_EVERY_MS)
    return () => clearInterval(timer)
  }, [isAdvancing, read])

  /** An export goes on in a page, or is over. */
  const isRunning = (one: RunRecord) =>
    live.some(({ id }) => id === one.id) || (one.action === 'export' && one.state === 'open')
  const stateOf = (one: RunRecord) => (isRunning(one) ? 'running' : one.state)
  const failed = rows.filter(({ state }) => state === 'failed').map(({ row }) => row)
  const isExport = record?.action === 'export'
  const canContinue = (one: RunRecord) => one.action !== 'export' && liveHere === null && one.done + one.failed < one.total

  async function resume(one: RunRecord) {
    if (canContinue(one)) await service?.resume(one)
  }
  async function remove(one: RunRecord) {
    await service?.remove(one)
    await read()
    setDeletions((count) => count + 1)
  }
  function selectFailed(one: RunRecord) {
    const field = lookupFieldOf(one.kind) ?? 'orderNo'
    const numbers = failed.slice(0, MAX_ORDER_NUMBERS).map((row) => numberOf({ kind: one.kind, row }))
    if (failed.length > MAX_ORDER_NUMBERS) {
      toasts.show({ tone: 'info', text: t('runs.firstFailed', { n: formatCount(MAX_ORDER_NUMBERS) }) })
    }
    scope().app.go(listAddress(one.kind, permissions, { [field]: numbers.join(','), dates: 'all', chosen: 'all' }))
  }
  function exportAgain(one: RunRecord) {
    if (service === null || isRunning(one)) return
    // The list makes the file, or says what went wrong.
    if (one.request == null) return scope().app.go(one.address)
    service.repeatExport(one, (file) => saveAndNotify({ ...file, what: one.kind }, console, window)).then(read, read)
    void read()
  }
  function tryFailed({ action, value, kind, address }: RunRecord) {
    if (action === 'export') return
    show(service?.start({ action, value, kind, address, rows: async () => failed, areOld: true }) ?? null)
  }
  function show(run: LiveRun | null) {
    setStarted(run)
    run?.actor.subscribe({ complete: () => setStarted(null) })
  }
  function exportOutcomes(one: RunRecord) {
    const blob = new Blob([outcomesAsCsv(rows, one.kind, t)], { type: 'text/csv' })
    saveAndNotify({ blob, name: fileName(`run-${one.action}`, clock.now()), what: 'run' }, console, window)
  }

  if (isUnreadable) return <p className="emptyState">{t('runs.failed')}</p>
  if (records === null) return null
  return (
    <section ref={section} className="tableScreen" aria-label={t('runs.title')}>
      {started !== null && (
        <BulkPanel key={started.id} bulk={started} fractionDigits={digitsOf(started.kind)} onLeave={focusRow} />
      )}
      <p className="second small">{t('runs.kept')}</p>
      <div className={styles.runs}>
        <SmallTable<RunRecord>
          label={t('runs.title')}
          autoFocus
          rows={records}
          rowId={idOf}
          empty={t('runs.none')}
          onCopy={(text) => void scope().app.copy(text)}
          onOpen={(one) => {
            if (one.action === 'export') exportAgain(one)
            else if (canContinue(one)) void resume(one)
            else if (one.failed > 0) selectFailed(one)
          }}
          onRowFocus={follow}
          columns={[
            {
              id: 'action',
              title: t('runs.column.action'),
              text: (one) => runName({ ...one, isUndo: one.undoes !== undefined }, t),
            },
            {
              id: 'state',
              title: t('runs.column.state'),
              text: (one) => t(`runs.state.${stateOf(one)}`),
              render: (one) => <Status tone={TONES[stateOf(one)]}>{t(`runs.state.${stateOf(one)}`)}</Status>,
            },
            { id: 'done', title: t('runs.column.done'), align: 'right', text: ({ done }) => formatCount(done) },
            { id: 'failed', title: t('runs.column.failed'), align: 'right', text: (one) => formatCount(one.failed) },
            {
              id: 'left',
              title: t('runs.column.left'),
              align: 'right',
              text: ({ total, done, failed: bad }) => formatCount(total - done - bad),
            },
            { id: 'rows', title: t('runs.column.rows'), align: 'right', text: ({ total }) => formatCount(total) },
            {
              id: 'started',
              title: t('runs.column.started'),
              text: ({ startedAt }) => formatTime(new Date(startedAt).toISOString()),
            },
            { id: 'by', title: t('runs.column.by'), text: ({ account }) => account },
          ]}
        />
      </div>
      {record !== null && !isExport && <RunOutcomes rows={rows} kind={record.kind} />}
      {record !== null && (
        <div ref={keepClear} className="footer">
          {canContinue(record) && (
            <Button variant="primary" onClick={() => resume(record)}>
              {t('runs.continue')}
              <span aria-hidden="true">
                <Kbd keys="enter" />
              </span>
            </Button>
          )}
          {liveHere !== null && <Button onClick={() => liveHere.actor.send({ type: 'bulk.cancel' })}>{t('runs.stop')}</Button>}
          {isExport && !isRunning(record) && (
            <Button variant="primary" onClick={() => exportAgain(record)}>
              {t(record.request == null ? 'runs.openList' : 'runs.exportAgain')}
              <span aria-hidden="true">
                <Kbd keys="enter" />
              </span>
            </Button>
          )}
          {liveHere === null && !isExport && record.state === 'open' && (
            <Button onClick={() => void service?.stop(record).then(read)}>{t('runs.stop')}</Button>
          )}
          {failed.length > 0 && <Button onClick={() => selectFailed(record)}>{t('runs.selectFailed')}</Button>}
          {failed.length > 0 && liveHere === null && record.undoes === undefined && (
            <Button onClick={() => tryFailed(record)}>{t('runs.tryFailed')}</Button>
          )}
          {liveHere === null && service?.isUndoable(record) && (
            <Button onClick={() => show(service.undo(record))}>{t('runs.undo')}</Button>
          )}
          {!isExport && <Button onClick={() => exportOutcomes(record)}>{t('runs.export')}</Button>}
          <span className="grow" />
          {!isRunning(record) && (
            <Button variant="danger" onClick={() => remove(record)}>
              {t('runs.delete')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

const digitsOf = (kind: LiveRun['kind']): number => {
  const found = rowKinds[kind]
  return 'fractionDigits' in found ? (found.fractionDigits as number) : 0
}
