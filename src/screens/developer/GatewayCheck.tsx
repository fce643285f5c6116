import { useMachine } from '@xstate/react'
import { useState } from 'react'
import { fromCallback } from 'xstate'
import { type ConformanceEvent, createConformanceMachine } from '#machines/conformance/conformanceMachine.ts'
import { type CallOutcome, type CallReport, checkGateway, checkLength } from '../../conformance/checkGateway.ts'
import { gapTexts, hasGaps, outcomeText, reportText, shapeText, summaryText } from '../../conformance/reportTexts.ts'
import { failureText } from '../../detail/failureText.ts'
import { rangeOf } from '../../format/ranges.ts'
import { LOCALES } from '../../i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { focusOnArrival } from '../../ui/focus/focusOnArrival.ts'
import { Status, type Tone } from '../../ui/Status.tsx'
import { type Console, useConsole, useT } from '../../useConsole.tsx'
import styles from './developer.module.css'

const TONES: Record<CallOutcome, Tone> = {
  served: 'good',
  absent: 'bad',
  refused: 'bad',
  failed: 'bad',
  unreadable: 'bad',
  untried: 'idle',
}

/** Makes every documented call that only reads, and shows what the gateway lacks and what the console loses by it. */
export function GatewayCheck() {
  const t = useT()
  const console = useConsole()
  const [machine] = useState(() => provideConformanceMachine(console))
  const [snapshot, send] = useMachine(machine)
  const { reports, error } = snapshot.context
  const isChecking = snapshot.matches('checking')
  const all = checkLength(console.permissions)

  return (
    <div className={styles.page} data-layer="form">
      <header className={styles.head}>
        <p className={styles.intro}>{t('check.intro')}</p>
        <div className="buttons wrap">
          {reports.length > 0 && !isChecking && (
            <Button onClick={() => void console.scope().app.copy(reportText(reports, t))}>{t('check.copy')}</Button>
          )}
          <Button
            variant={isChecking ? 'plain' : 'primary'}
            onClick={() => send({ type: isChecking ? 'check.stop' : 'check.start' })}
            ref={focusOnArrival}
          >
            {t(isChecking ? 'check.stop' : reports.length === 0 ? 'check.run' : 'check.again')}
          </Button>
        </div>
      </header>
      {snapshot.matches('failed') && (
        <Failure title={failureText(error, t)} text="" retry={() => send({ type: 'check.start' })} />
      )}
      <p role="status" className="second">
        {isChecking && t('check.running', { n: reports.length, all })}
        {snapshot.matches('stopped') && t('check.stopped', { n: reports.length, all })}
        {snapshot.matches('done') && summaryText(reports, t)}
      </p>
      {snapshot.matches('idle') && <p className={styles.empty}>{t('check.empty')}</p>}
      {reports.length > 0 && <Reports reports={reports} />}
    </div>
  )
}

function Reports({ reports }: { reports: readonly CallReport[] }) {
  const t = useT()
  return (
    <div className={styles.tableBox}>
      <table className={styles.table} aria-label={t('place.gateway')}>
        <thead>
          <tr>
            {(['check.call', 'check.outcome', 'check.shape', 'check.gaps'] as const).map((title) => (
              <th key={title} scope="col">
                {t(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <tr key={report.name} className={styles.check}>
              <th scope="row" className="mono">
                {report.method} {report.path}
              </th>
              <td>
                <Status tone={report.outcome === 'served' && hasGaps(report) ? 'busy' : TONES[report.outcome]}>
                  {outcomeText(report, t)}
                </Status>
              </td>
              <td className="mono">{shapeText(report, t)}</td>
              <td className={styles.gaps}>
                {gapTexts(report, t).map((text) => (
                  <p key={text}>{text}</p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The conformance machine with the calls of this session as its actor. */
const provideConformanceMachine = ({ clock, connection, i18n, permissions, store }: Console) =>
  createConformanceMachine<CallReport>().provide({
    actors: {
      check: fromCallback<ConformanceEvent<CallReport>>(({ sendBack }) => {
        const stop = new AbortController()
        const access = {
          fetch: connection.fetch,
          address: '',
          token: store.token.get() ?? '',
          language: LOCALES[i18n.locale].tag,
          permissions,
          days: rangeOf('last7', clock.now()),
        }
        async function check() {
          for await (const report of checkGateway(access, stop.signal)) sendBack({ type: 'call.checked', report })
          sendBack({ type: 'check.done' })
        }
        check().catch((error: unknown) => stop.signal.aborted || sendBack({ type: 'check.failed', error }))
        return () => stop.abort()
      }),
    },
  })
