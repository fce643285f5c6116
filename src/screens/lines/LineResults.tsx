import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { identityOf, listAddress, numberOf, searchableKindsFor } from '#commands/rows/kinds.ts'
import { kindTitle } from '../../commandText.ts'
import { formatCount } from '../../format/amount.ts'
import { ChoiceField } from '../../forms/ChoiceField.tsx'
import { LoadFailure } from '../../submission/notices.tsx'
import { SmallTable } from '../../table/SmallTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { useOptions } from '../../useOptions.ts'
import styles from './Lines.module.css'
import { type LineRow, type LineState, lineColumns, linesAsText, rowsOfLines, tallyOf } from './lineRows.tsx'
import type { LinesActor } from './linesActor.ts'
import { MAX_LINES } from './readLines.ts'

const TALLY_STATES = ['found', 'differs', 'several', 'none', 'unread'] as const satisfies LineState[]
const READ_MODES = ['any', 'number', 'amount'] as const

/** The lines with their matches, and actions on all marked rows. */
export function LineResults({ actor }: { actor: LinesActor }) {
  const t = useT()
  const { announcer, permissions, scope } = useConsole()
  const snapshot = useSelector(actor, (current) => current)
  const { lines, found, left, done, all, asked, toggledRows, here, error } = snapshot.context
  const { app } = scope()
  const rows = useMemo(() => rowsOfLines(lines, found), [lines, found])
  const columns = lineColumns(useOptions(), permissions, t)
  const kinds = searchableKindsFor(permissions)
  const isLooking = snapshot.matches('looking')
  const isMarked = ({ hit, state }: LineRow) => hit !== null && toggledRows.has(hit.value) === (state === 'several')
  const marked = new Map(rows.flatMap((row) => (row.hit !== null && isMarked(row) ? [[row.hit.value, row.hit] as const] : [])))
  const groups = kinds.flatMap((kind) => {
    const hits = [...marked.values()].filter(({ ref }) => ref.kind === kind)
    return hits.length === 0 ? [] : [{ kind, hits }]
  })

  const tally = tallyOf(rows)
  const summary = isLooking
    ? t('lines.looking', { done: formatCount(done), all: formatCount(all) })
    : TALLY_STATES.flatMap((state) =>
        tally[state] === 0 ? [] : t(`lines.tally.${state}`, { n: formatCount(tally[state]) }),
      ).join(' · ')
  useEffect(() => {
    if (!isLooking) announcer.polite(summary)
  }, [announcer, isLooking, summary])

  /** Opens the list with exactly these rows, all selected. */
  function openList({ kind, hits }: (typeof groups)[number]) {
    const numbers = hits.map(({ ref }) => numberOf(ref)).join(',')
    app.go(listAddress(kind, permissions, { orderNo: numbers, dates: 'all', chosen: 'all' }))
  }

  return (
    <section
      className="tableScreen"
      aria-label={t('place.lines')}
      onKeyDown={(event) => {
        const [largest] = groups.toSorted((one, other) => other.hits.length - one.hits.length)
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || largest === undefined) return
        event.preventDefault()
        openList(largest)
      }}
    >
      <div className={styles.head}>
        <p className={styles.summary}>{summary}</p>
        {isLooking && <progress className={styles.progress} aria-label={summary} value={done} max={Math.max(1, all)} />}
        {isLooking && (
          <Button variant="danger" onClick={() => actor.send({ type: 'lines.stop' })}>
            {t('bulk.stop')}
          </Button>
        )}
        {snapshot.matches('stopped') && <Button onClick={() => actor.send({ type: 'lines.retry' })}>{t('lines.goOn')}</Button>}
        <div className={styles.matchField}>
          <ChoiceField
            label={t('lines.as')}
            name="as"
            choices={READ_MODES.map((value) => ({ value, label: t(`lines.as.${value}`) }))}
            value={asked.as}
            onValue={(value) => {
              const as = READ_MODES.find((one) => one === value)
              if (as !== undefined && as !== asked.as) actor.send({ type: 'lines.ask', asked: { as } })
            }}
          />
        </div>
        <div className={styles.matchField}>
          <ChoiceField
            label={t('lines.amountsIn')}
            name="kind"
            choices={kinds.map((value) => ({ value, label: kindTitle(value, permissions, t) }))}
            value={asked.kind}
            onValue={(kind) => kind !== '' && kind !== asked.kind && actor.send({ type: 'lines.ask', asked: { kind } })}
          />
        </div>
      </div>
      {left > 0 && (
        <p className="warning" role="alert">
          {t('lines.limit', { most: formatCount(MAX_LINES), left: formatCount(left) })}
        </p>
      )}
      {snapshot.matches('failed') && (
        <LoadFailure title={t('lines.failed')} cause={error} onRetry={() => actor.send({ type: 'lines.retry' })} />
      )}
      <div className="scroll">
        <SmallTable<LineRow>
          label={t('place.lines')}
          isBusy={isLooking}
          columns={[
            { id: 'n', title: t('lines.n'), align: 'right', text: ({ line }) => String(line.n) },
            { id: 'mark', title: t('lines.mark'), text: (row) => (isMarked(row) ? '✓' : '') },
            // The currency is part of the amount cell.
            ...columns.filter(({ id }) => id !== 'currency'),
          ]}
          rows={rows}
          rowId={({ id }) => id}
          empty={t('lines.none')}
          onCopy={(text) => void app.copy(text)}
          onOpen={({ hit }) => hit !== null && app.openRow(identityOf(hit.ref))}
          isSelected={isMarked}
          onToggle={({ hit }) => hit !== null && actor.send({ type: 'row.toggle', row: hit.value })}
          initialRow={here}
          onRowFocus={(index) => actor.send({ type: 'row.here', index })}
          autoFocus
        />
      </div>
      <footer className="footer">
        <span className="faint tiny grow">{t('lines.hint')}</span>
        <Button onClick={() => actor.send({ type: 'lines.edit' })}>{t('lines.edit')}</Button>
        <Button onClick={() => void app.copy(linesAsText(rows, columns))}>{t('lines.copy')}</Button>
        {groups.map((part, index) => (
          <Button key={part.kind} variant={index === 0 ? 'primary' : 'plain'} onClick={() => openList(part)}>
            {t('lines.work', { n: formatCount(part.hits.length), list: kindTitle(part.kind, permissions, t) })}
            {index === 0 && groups.length === 1 && <Kbd keys="mod+enter" />}
          </Button>
        ))}
      </footer>
    </section>
  )
}
