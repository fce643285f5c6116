import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { formatCount } from '../format/amount.ts'
import { useValue } from '../state/value.ts'
import { Button } from '../ui/Button.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import styles from './RunStatus.module.css'
import { runName } from './runName.ts'
import type { LiveRun } from './runs.ts'

/** The newest bulk run that is under way, for the status bar: its progress, and a button that continues it after a reload. */
export const RunStatus = () => <Newest live={useValue(useConsole().runs.live)} />

/** A newer run may still be planned, or be over. */
function Newest({ live }: { live: readonly LiveRun[] }) {
  const run = live.at(-1)
  if (run === undefined) return <Unfinished />
  return <Live key={run.id} run={run} otherwise={<Newest live={live.slice(0, -1)} />} />
}

const SHOWN: readonly string[] = ['running', 'held', 'paused']

function Live({ run, otherwise }: { run: LiveRun; otherwise: ReactNode }) {
  const { actor } = run
  const t = useT()
  const { scope } = useConsole()
  const state = useSelector(actor, ({ value }) => value)
  const done = useSelector(actor, ({ context }) => context.results.length)
  const all = useSelector(actor, ({ context }) => context.plan.items.length)
  if (!SHOWN.includes(state)) return otherwise
  const counts = { name: runName(run, t), done: formatCount(done), all: formatCount(all) }
  return (
    <span className={styles.status}>
      {t(state === 'paused' ? 'runs.status.paused' : 'runs.status.running', counts)}
      <Button variant="quiet" className={styles.button ?? ''} onClick={() => scope().app.goTo('runs')}>
        {t('runs.open')}
      </Button>
    </span>
  )
}

function Unfinished() {
  const t = useT()
  const { runs, scope } = useConsole()
  const records = useValue(runs.unfinished)
  const [record] = records
  if (record === undefined) return null
  const { undoes, done, failed, total } = record
  const name = runName({ ...record, isUndo: undoes !== undefined }, t)
  const counts = { name, done: formatCount(done + failed), all: formatCount(total) }
  return (
    <span className={styles.status} role="status">
      {t('runs.status.paused', counts)}
      {records.length > 1 && ` · ${t('runs.status.more', { n: formatCount(records.length) })}`}
      <Button variant="quiet" className={styles.button ?? ''} data-command="run.continue" onClick={scope().app.continueRun}>
        {t('runs.continue')}
      </Button>
    </span>
  )
}
