import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { orderKinds } from '#commands/orderKinds.ts'
import type { MessageKey } from '#locales/messages.ts'
import { count, NO_FIGURE, percent } from '../format/amount.ts'
import { Amount } from '../table/kinds.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './ListBar.module.css'
import type { ListWords } from './listWords.ts'
import type { Sheet } from './sheet.ts'

const TITLES = {
  PAYIN: {
    count: 'field.totalPayinCount',
    amount: 'field.totalPayinAmount',
    successCount: 'field.successPayinCount',
    successAmount: 'field.successPayinAmount',
    rate: 'field.payinSuccessRate',
    fee: 'field.payinFee',
  },
  PAYOUT: {
    count: 'field.totalPayoutCount',
    amount: 'field.totalPayoutAmount',
    successCount: 'field.successPayoutCount',
    successAmount: 'field.successPayoutAmount',
    rate: 'field.payoutSuccessRate',
    fee: 'field.payoutFee',
  },
} as const satisfies Record<string, Record<string, MessageKey>>

/** The figures of everything the filter matches. What is not known is a dash, never a nought. */
export function SummaryFigures({ sheet, words }: { sheet: Sheet; words: ListWords }) {
  return sheet.summary === null ? (
    <span className={styles.rest} />
  ) : (
    <Figures summary={sheet.summary} sheet={sheet} words={words} />
  )
}

function Figures({ summary, sheet, words }: { summary: NonNullable<Sheet['summary']>; sheet: Sheet; words: ListWords }) {
  const { t } = words
  const { places } = sheet.list
  const state = useSelector(summary, ({ value }) => value)
  const figures = useSelector(summary, ({ context }) => context.summary)
  const amount = (value: string | undefined) => <Amount value={value} places={places} />
  const titles = TITLES[orderKinds[sheet.list.kind].direction]
  const groups: { word: MessageKey; figures: [title: MessageKey, figure: ReactNode][] }[] = [
    {
      word: 'list.figures.all',
      figures: [
        [titles.count, figures === null ? NO_FIGURE : count(figures.count)],
        [titles.amount, amount(figures?.amount)],
      ],
    },
    {
      word: 'list.figures.success',
      figures: [
        [titles.successCount, figures === null ? NO_FIGURE : count(figures.successCount)],
        [titles.successAmount, amount(figures?.successAmount)],
        [titles.rate, figures === null ? NO_FIGURE : percent(figures.successCount, figures.count)],
      ],
    },
    { word: 'list.figures.fee', figures: [[titles.fee, amount(figures?.fee)]] },
  ]
  return (
    <section className={styles.summary} aria-label={t('list.summary')} aria-busy={state === 'loading'}>
      <div className={styles.groups} data-late={state === 'loading' || undefined}>
        {groups.map((group) => (
          <div key={group.word} className={styles.group}>
            <span className={styles.word} aria-hidden="true">
              {t(group.word)}
            </span>
            <dl className={styles.figures}>
              {group.figures.map(([title, figure]) => (
                <div key={title} title={t(title)}>
                  <dt className="sr-only">{t(title)}</dt>
                  <dd className={styles.figure}>{figure}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
      {state === 'failed' && (
        <>
          <span className={styles.failed}>{t('list.summary.failed')}</span>
          <Button onClick={() => summary.send({ type: 'summary.retry' })}>{t('app.retry')}</Button>
        </>
      )}
    </section>
  )
}
