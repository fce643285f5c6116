import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { calls } from '#contract/calls.ts'
import type { AgentMerchantData, Summary } from '#contract/rows/dashboards.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { MessageKey } from '#locales/messages.ts'
import { createSummaryMachine, type SummaryInput } from '#machines/paging/summaryMachine.ts'
import { formatCount, formatPercent } from '../../format/amount.ts'
import { type DayRange, RANGE_NAMES, rangeOf } from '../../format/ranges.ts'
import { CommandKeys } from '../../keyboard/CommandKeys.tsx'
import { useValue } from '../../state/value.ts'
import { Amount } from '../../table/cellFormats.tsx'
import { Button } from '../../ui/Button.tsx'
import { NoFigure } from '../../ui/NoFigure.tsx'
import { useOpenList } from '../useOpenList.ts'
import styles from './detailHeader.module.css'

type Asked = DayRange & { merchantNo: string }

const ROWS = [
  ['list.sum.count', 'totalPayinCount', 'totalPayoutCount'],
  ['field.payAmount', 'totalPayinAmount', 'totalPayoutAmount'],
  ['list.figures.success', 'successPayinCount', 'successPayoutCount'],
  ['merchantData.successAmount', 'successPayinAmount', 'successPayoutAmount'],
  ['field.payFee', 'payinFee', 'payoutFee'],
] as const satisfies readonly (readonly [MessageKey, ...(keyof Summary)[]])[]

/** The figures of one day. */
const DAY_COLUMNS = ['totalPayinCount', 'successPayinAmount', 'totalPayoutCount', 'successPayoutAmount'] as const

/** The figures of one merchant of an agent in a date range, in total and by day. */
export function MerchantFigures({ row }: { row: ListedRow }) {
  const { controller, words } = useOpenList()
  const { t } = words
  const { console, detailRange, list } = controller
  const { api, clock } = console
  const chosen = useValue(detailRange)
  const days = useMemo(() => (typeof chosen === 'string' ? rangeOf(chosen, clock.now()) : chosen), [chosen, clock])
  const merchantNo = row.merchantNo ?? row.id
  const machine = useMemo(() => {
    const fetchSummary = fromPromise<AgentMerchantData, SummaryInput<Asked>>(({ input, signal }) =>
      api.call(calls.agentMerchantData, input.filter, { signal }),
    )
    return createSummaryMachine<AgentMerchantData, Asked>().provide({ actors: { fetchSummary } })
  }, [api])
  const actor = useActorRef(machine)
  useEffect(() => actor.send({ type: 'summary.ask', filter: { merchantNo, ...days } }), [actor, merchantNo, days])
  const state = useSelector(actor, ({ value }) => value)
  const data = useSelector(actor, ({ context }) => context.summary)
  const sums = data?.summary
  const hasFigures = ROWS.some(([, ...names]) => names.some((name) => sums?.[name] != null))
  const format = (name: keyof Summary, value: string | number | null | undefined) => {
    if (value == null) return <NoFigure />
    if (name.endsWith('Count')) return formatCount(Number(value))
    return <Amount value={String(value)} fractionDigits={list.fractionDigits} />
  }

  return (
    <section className={styles.figures} aria-label={t('merchantData.title')} aria-busy={state === 'loading'}>
      <div className={styles.head}>
        <h3 className={styles.title}>{t('merchantData.title')}</h3>
        <fieldset className={styles.ranges} aria-label={t('merchantData.ranges')}>
          {RANGE_NAMES.map((name) => (
            <button
              key={name}
              type="button"
              className={styles.range}
              aria-pressed={chosen === name}
              onClick={() => detailRange.set(name)}
            >
              {t(`range.${name}`)}
              <CommandKeys of={`range.${name}`} />
            </button>
          ))}
        </fieldset>
      </div>
      <p className={styles.days}>{days.startDate === days.endDate ? days.startDate : `${days.startDate} – ${days.endDate}`}</p>
      {state === 'failed' ? (
        <p className="bad">
          {t('merchantData.failed')} <Button onClick={() => actor.send({ type: 'summary.retry' })}>{t('app.retry')}</Button>
        </p>
      ) : data !== null && !hasFigures ? (
        <p className="faint small">{t('app.notAvailable')}</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table} data-late={state === 'loading' || undefined}>
            <thead>
              <tr>
                <td />
                <th scope="col">{t('list.figures.payin')}</th>
                <th scope="col">{t('list.figures.payout')}</th>
              </tr>
            </thead>
            <tbody>
              {ROWS.map(([word, ...names]) => (
                <tr key={word}>
                  <th scope="row">{t(word)}</th>
                  {names.map((name: keyof Summary) => (
                    <td key={name}>{format(name, sums?.[name])}</td>
                  ))}
                </tr>
              ))}
              <tr>
                <th scope="row">{t('merchantData.rate')}</th>
                <td>{formatPercent(sums?.successPayinCount, sums?.totalPayinCount)}</td>
                <td>{formatPercent(sums?.successPayoutCount, sums?.totalPayoutCount)}</td>
              </tr>
            </tbody>
          </table>
          {data !== null && data.days.length > 1 && (
            <details className={styles.byDay}>
              <summary>{t('merchantData.days')}</summary>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('field.date')}</th>
                    {DAY_COLUMNS.map((name) => (
                      <th key={name} scope="col">
                        {t(`field.${name}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.days.map((day) => (
                    <tr key={day.date}>
                      <th scope="row">{day.date}</th>
                      {DAY_COLUMNS.map((name) => (
                        <td key={name}>{format(name, day[name])}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </details>
          )}
        </div>
      )}
    </section>
  )
}
