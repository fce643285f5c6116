import { numberOf } from '#commands/rows/kinds.ts'
import type { RowKind } from '#commands/rows/rowRef.ts'
import { formatCount } from '../../format/amount.ts'
import { formatTime } from '../../format/dates.ts'
import type { RunRow, RunRowState } from '../../runs/runRecord.ts'
import { SmallTable } from '../../table/SmallTable.tsx'
import { Status, type Tone } from '../../ui/Status.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import styles from './Runs.module.css'

const TONES: Record<RunRowState, Tone> = { failed: 'bad', sent: 'busy', waiting: 'idle', done: 'good' }
const ORDER = Object.keys(TONES) as RunRowState[]

/** All of them are in the export. */
const MOST_SHOWN = 200

/** The outcome of each row of a run, failures first. */
export function RunOutcomes({ rows, kind }: { rows: readonly RunRow[]; kind: RowKind }) {
  const t = useT()
  const { scope } = useConsole()
  const sorted = rows.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || one.n - other.n)
  return (
    <div className={styles.outcomes}>
      <SmallTable<RunRow>
        label={t('runs.rows')}
        rows={sorted.slice(0, MOST_SHOWN)}
        rowId={({ n }) => String(n)}
        empty=""
        onCopy={(text) => void scope().app.copy(text)}
        onOpen={({ row }) => scope().app.openRow({ kind, id: row.id, number: numberOf({ kind, row }) })}
        columns={[
          {
            id: 'number',
            title: t('runs.row.number'),
            text: ({ row }) => row.merchantOrderNo ?? numberOf({ kind, row }),
            render: ({ row }) => <span className="mono">{row.merchantOrderNo ?? numberOf({ kind, row })}</span>,
          },
          {
            id: 'outcome',
            title: t('runs.row.outcome'),
            text: ({ state }) => t(`runs.row.${state}`),
            render: ({ state }) => <Status tone={TONES[state]}>{t(`runs.row.${state}`)}</Status>,
          },
          { id: 'text', title: t('runs.row.text'), isFlexible: true, text: ({ text }) => text ?? '' },
          {
            id: 'time',
            title: t('runs.row.time'),
            text: ({ at }) => (at === null ? '' : formatTime(new Date(at).toISOString())),
          },
        ]}
      />
      {sorted.length > MOST_SHOWN && (
        <p className="faint small">{t('runs.more', { n: formatCount(sorted.length - MOST_SHOWN) })}</p>
      )}
    </div>
  )
}
