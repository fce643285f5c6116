import { atom } from 'jotai'
import { statusLabel } from '#commands/rows/kinds.ts'
import type { SimulationRun } from '#machines/simulation/simulationMachine.ts'
import { formatTime } from '../../format/dates.ts'
import { Status } from '../../ui/Status.tsx'
import { statusTone } from '../../ui/statusTone.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import styles from './developer.module.css'

/** A simulation with the time at which it ended. */
interface RecordedRun extends SimulationRun {
  id: number
  time: string
}

/** The simulations since the page was loaded, newest first. */
export const runsAtom = atom<readonly RecordedRun[]>([])

/** Returns the label of an order status. */
export function useStatusLabel(): (type: 'PAYIN' | 'PAYOUT', status: string) => string {
  const { scope } = useConsole()
  return (type, status) => statusLabel(type === 'PAYIN' ? 'payin' : 'payout', status, scope().app)
}

/** The simulations since the page was loaded. */
export function SimulationRuns({ runs }: { runs: readonly RecordedRun[] }) {
  const t = useT()
  const labelOf = useStatusLabel()
  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <caption>{t('sim.runs')}</caption>
        <thead>
          <tr>
            {(['sim.time', 'sim.type', 'field.merchantOrderNo', 'field.status', 'sim.outcome'] as const).map((title) => (
              <th key={title}>{t(title)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map(({ id, time, trial: { type, number }, ending }) => {
            const order = ending.kind === 'played' ? ending.result.order : null
            return (
              <tr key={id}>
                <td>{formatTime(time)}</td>
                <td>{t(`sim.type.${type}`)}</td>
                <td className="mono">{order?.merchantOrderNo ?? number}</td>
                <td>{order === null ? '–' : <Status tone={statusTone(order.status)}>{labelOf(type, order.status)}</Status>}</td>
                {ending.kind === 'played' ? <td>{t('sim.played')}</td> : <td className="bad">{ending.message}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
