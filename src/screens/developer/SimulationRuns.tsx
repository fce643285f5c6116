import { formatTime } from '../../format/dates.ts'
import { Status } from '../../ui/Status.tsx'
import { statusTone } from '../../ui/statusTone.ts'
import { useT } from '../../useConsole.tsx'
import styles from './developer.module.css'
import type { RecordedRun } from './recordedRuns.ts'
import { useStatusLabel } from './useStatusLabel.ts'

/** The simulations since the page was loaded. */
export function SimulationRuns({ runs }: { runs: readonly RecordedRun[] }) {
  const t = useT()
  const statusLabel = useStatusLabel()
  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <caption>{t('sim.runs')}</caption>
        <thead>
          <tr>
            <th>{t('sim.time')}</th>
            <th>{t('sim.type')}</th>
            <th>{t('field.merchantOrderNo')}</th>
            <th>{t('field.status')}</th>
            <th>{t('sim.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ id, time, trial, ending }) => (
            <tr key={id}>
              <td>{formatTime(time)}</td>
              <td>{t(`sim.type.${trial.type}`)}</td>
              <td className="mono">{ending.kind === 'played' ? ending.result.order.merchantOrderNo : trial.number}</td>
              <td>
                {ending.kind === 'played' ? (
                  <Status tone={statusTone(ending.result.order.status)}>
                    {statusLabel(trial.type, ending.result.order.status)}
                  </Status>
                ) : (
                  '–'
                )}
              </td>
              <td className={ending.kind === 'played' ? undefined : styles.bad}>
                {ending.kind === 'played' ? t('sim.played') : ending.message}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
