import { useSelector } from '@xstate/react'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type ComponentProps, useEffect, useMemo, useSyncExternalStore } from 'react'
import { totalOf } from '../../detail/totals.ts'
import { amountIn, formatCount } from '../../format/amount.ts'
import { NO_FIGURE } from '../../format/noFigure.ts'
import { CommandIcon } from '../../keyboard/CommandIcon.tsx'
import { useValue } from '../../state/value.ts'
import { Amount } from '../../table/cellFormats.tsx'
import { keepClear } from '../../ui/keepClear.ts'
import { Status, statusTone } from '../../ui/Status.tsx'
import { useOpenList } from '../useOpenList.ts'
import styles from './SumBar.module.css'
import { sumLines, tallyOf, totalsOf } from './sums.ts'
import { walkSums } from './walkSums.ts'

/** The sums of the selection by status. Hidden while nothing is selected. */
export function SumBar() {
  const { controller, words } = useOpenList()
  const { t } = words
  const { list, selection, console } = controller
  const { fractionDigits } = list
  const sums = useValue(controller.sums)
  const chosen = useSyncExternalStore(selection.subscribe, () => selection.chosen)
  // The gateway's figures cover a selection of all rows.
  const summary = useSelector(controller.summary ?? undefined, (snapshot) => snapshot?.context.summary ?? null)
  // Rows without an amount are summed by column.
  const totals = useMemo(() => totalsOf(chosen, list, summary), [chosen, list, summary])
  const lines = useMemo(
    () => (chosen.kind === 'some' && list.amount !== null ? sumLines([...chosen.rows.values()], list) : []),
    [chosen, list],
  )
  const count = useSelector(controller.paging, () => controller.count)
  const tally = tallyOf(chosen, { count, summary, list })
  const amountProps = { fractionDigits, currency: tally.currency }
  const shown = amountIn(fractionDigits, tally.currency)
  const selected = chosen.kind === 'all' ? controller.countText(chosen.except.size) : formatCount(tally.count)
  const feeOfAll = chosen.kind === 'all' && chosen.except.size === 0 ? (summary?.fee ?? null) : null
  const fees = chosen.kind === 'some' ? totalOf([...chosen.rows.values()], list.fee, fractionDigits) : feeOfAll
  const wordOf = (state: string) => (list.state === 'type' ? words.detailType(state) : words.status(state))

  const announcement = [
    t(chosen.kind === 'all' ? 'list.selectedAll' : 'list.selected', { n: selected }),
    tally.amount === null ? [] : shown(tally.amount),
    totals.flatMap(({ fact, value }) => (value === null ? [] : `${t(fact.title)} ${value}`)),
    lines.map(({ state, count: n, amount }) => `${wordOf(state)} ${formatCount(n)}, ${shown(amount)}`),
  ]
    .flat()
    .join('. ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: announced when opened; the status bar announces later changes
  useEffect(() => console.announcer.polite(announcement), [])

  if (tally.count === 0) return null
  return (
    <section ref={keepClear} className={styles.bar} aria-label={t('list.sum.title')}>
      <p className={styles.all}>
        {t('list.sum.all')}
        <span className="count">{selected}</span>
        {list.amount !== null && (
          <strong>
            <Amount value={tally.amount} {...amountProps} />
          </strong>
        )}
        {list.fee !== null && <Fee label={t('field.payFee')} value={fees} {...amountProps} />}
      </p>
      <ul className={styles.groups}>
        {lines.map(({ state, count: n, amount, fee }) => (
          <li key={state} className={styles.group}>
            {list.state === 'type' ? wordOf(state) : <Status tone={statusTone(state)}>{wordOf(state)}</Status>}
            <span className="count">{formatCount(n)}</span>
            <span>
              <Amount value={amount} {...amountProps} />
            </span>
            {list.fee !== null && <Fee label={t('field.payFee')} value={fee} {...amountProps} />}
          </li>
        ))}
        {totals.map(({ fact, value }) => (
          <li key={fact.field} className={styles.group}>
            {t(fact.title)}
            <span>
              {fact.kind === 'count' && (value === null ? NO_FIGURE : formatCount(Number(value)))}
              {fact.kind !== 'count' && <Amount value={value} {...amountProps} />}
            </span>
          </li>
        ))}
        {chosen.kind === 'all' && list.amount !== null && <li className={styles.group}>{t('list.sum.unknown')}</li>}
      </ul>
      {sums !== null && sums.sets.length > 1 && (
        <span className={styles.all}>
          {t('list.solve.at', { at: formatCount(sums.at + 1), count: formatCount(sums.sets.length) })}
          <CommandIcon
            of="sum.prev"
            icon={ChevronLeft}
            size={14}
            label={t('command.sum.prev')}
            onClick={() => walkSums(controller, -1, words)}
          />
          <CommandIcon
            of="sum.next"
            icon={ChevronRight}
            size={14}
            label={t('command.sum.next')}
            onClick={() => walkSums(controller, 1, words)}
          />
        </span>
      )}
      <CommandIcon
        of="list.sum"
        icon={X}
        size={14}
        label={t('list.sum.hide')}
        onClick={() => controller.isSumBarOpen.set(false)}
      />
    </section>
  )
}

const Fee = ({ label, ...amount }: ComponentProps<typeof Amount> & { label: string }) => (
  <span className="second">
    {label} <Amount {...amount} />
  </span>
)
