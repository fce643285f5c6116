import type { Activity } from '#contract/rows/audit.ts'
import { formatTime } from '../../format/dates.ts'
import { useT } from '../../useConsole.tsx'
import styles from './Activities.module.css'
import { Card } from './Card.tsx'
import type { DashboardModel } from './dashboardModel.ts'
import { FocusItem } from './Figure.tsx'

const MAX_ROWS = 10

/** The latest activities. */
export function Activities({ model }: { model: DashboardModel }) {
  const t = useT()
  return (
    <Card panel={model.activities} title={t('dashboard.activities')} skeletonRows={6} className={styles.card}>
      {(activities) =>
        activities.length === 0 ? (
          <p className="faint">{t('dashboard.activities.none')}</p>
        ) : (
          <ol className={styles.list} data-focus-group="column">
            {activities.slice(0, MAX_ROWS).map((activity) => (
              <li key={activity.id}>
                <Entry activity={activity} to={model.links.target(activity)} />
              </li>
            ))}
          </ol>
        )
      }
    </Card>
  )
}

function Entry({ activity: { time, actor, text }, to }: { activity: Activity; to: string | null }) {
  const shown = formatTime(time)
  return (
    <FocusItem to={to} className={styles.entry} title={text}>
      <time className="faint" dateTime={time} title={shown}>
        {shown.slice(5, 16)}{' '}
      </time>
      <span className={styles.text}>{text} </span>
      <span className={styles.actor}>{actor}</span>
    </FocusItem>
  )
}
