import type { Activity } from '#contract/merchantRows.ts'
import { shownTime } from '../../format/dates.ts'
import { useT } from '../../useConsole.tsx'
import styles from './Activities.module.css'
import type { Board } from './board.ts'
import { Card } from './Card.tsx'
import { Stop } from './Stop.tsx'

const MOST = 10

/** What people did last. */
export function Activities({ board }: { board: Board }) {
  const t = useT()
  return (
    <Card panel={board.activities} title={t('dashboard.activities')} bones={6} className={styles.card}>
      {(told) =>
        told.length === 0 ? (
          <p className={styles.none}>{t('dashboard.activities.none')}</p>
        ) : (
          <ol className={styles.list} data-walk="column">
            {told.slice(0, MOST).map((activity) => (
              <li key={activity.id}>
                <Entry activity={activity} to={board.doors.target(activity)} />
              </li>
            ))}
          </ol>
        )
      }
    </Card>
  )
}

function Entry({ activity: { time, actor, text }, to }: { activity: Activity; to: string | null }) {
  const shown = shownTime(time)
  return (
    <Stop to={to} className={styles.entry} title={text}>
      <time className={styles.time} dateTime={time} title={shown}>
        {shown.slice(5, 16)}{' '}
      </time>
      <span className={styles.text}>{text} </span>
      <span className={styles.actor}>{actor}</span>
    </Stop>
  )
}
