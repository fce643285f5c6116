import { exactPlaces } from '../../format/amount.ts'
import { formatTime } from '../../format/dates.ts'
import type { Bucket } from '../../reconcile/buckets.ts'
import type { EntryRow } from '../../reconcile/entryRow.ts'
import { CellAmount } from '../../table/cellFormats.tsx'
import type { GridColumn } from '../../table/columns.ts'
import { Status, statusTone, type Tone } from '../../ui/Status.tsx'
import { TruncatedNumber } from '../../ui/TruncatedNumber.tsx'
import { describeEntry, differenceText, type EntryTexts, lineText, orderNumber } from './entryTexts.ts'
import { exactAmountIn } from './exactAmount.ts'
import type { WorkRow } from './rowWindow.ts'

const BUCKET_TONES: Record<Bucket, Tone> = {
  matched: 'good',
  amountDiffers: 'bad',
  statusDiffers: 'bad',
  duplicate: 'special',
  statementOnly: 'busy',
  ordersOnly: 'busy',
  suggested: 'special',
  notRead: 'bad',
}

/** The tone of a bucket. What has no amount to compare is not green. */
export const toneOf = (bucket: Bucket, { isCompared }: { isCompared: boolean }): Tone =>
  isCompared || bucket !== 'matched' ? BUCKET_TONES[bucket] : 'idle'

export const toneOfEntry = ({ bucket, reason }: Pick<EntryRow, 'bucket' | 'reason'>): Tone =>
  toneOf(bucket, { isCompared: reason !== 'numberOnly' })

/** Default and least widths in pixels. */
const WIDTHS = {
  line: [68, 60],
  day: [104, 104],
  text: [330, 170],
  amount: [132, 132],
  orderAmount: [132, 120],
  difference: [248, 212],
  order: [190, 150],
  status: [116, 96],
  time: [160, 140],
  mark: [140, 104],
} as const

/** The columns that stay longest in a narrow window, the most important first. */
export const FIRST_COLUMNS = ['text', 'amount', 'difference', 'order', 'orderAmount', 'line', 'mark', 'day', 'status'] as const

/** The statement on the left, the order on the right, and what does not agree between them. */
export function entryColumns(texts: EntryTexts): GridColumn<WorkRow>[] {
  const { t, fractionDigits, status, statusWidth } = texts
  const money = exactAmountIn(fractionDigits)
  const column = (
    id: string,
    [width, minWidth]: readonly [number, number],
    cell: GridColumn<WorkRow>['cell'],
    rest: Partial<GridColumn<WorkRow>> = {},
  ): GridColumn<WorkRow> => ({
    id,
    title: t(`reconcile.column.${id as 'text'}`),
    width,
    align: 'start',
    minWidth,
    isSortable: false,
    isRowHeader: false,
    isHidden: false,
    cell,
    ...rest,
  })
  return [
    column(
      'line',
      WIDTHS.line,
      ({ line, lines }) => (line === null ? '' : `${line.lineNumber}${lines > 1 ? ` +${lines - 1}` : ''}`),
      {
        align: 'end',
      },
    ),
    column('day', WIDTHS.day, ({ line }) => line?.day ?? ''),
    column(
      'text',
      WIDTHS.text,
      (row) => (row.line === null ? <span className="faint">{t('reconcile.noLine')}</span> : lineText(row)),
      { isRowHeader: true, cellName: (row) => describeEntry(row, texts) },
    ),
    column(
      'amount',
      WIDTHS.amount,
      ({ line, lineSum, lines }) => {
        if (line === null) return ''
        const amount = lines > 1 ? lineSum : line.amount
        return amount === null ? (
          <span className="bad">{line.amountText}</span>
        ) : (
          <CellAmount value={amount} fractionDigits={exactPlaces(amount, fractionDigits)} />
        )
      },
      { align: 'end', cellName: ({ line }) => (line === null ? undefined : money(line.amount)) },
    ),
    column('difference', WIDTHS.difference, (row) => <Status tone={toneOfEntry(row)}>{differenceText(row, texts)}</Status>),
    column(
      'order',
      WIDTHS.order,
      (row) =>
        row.order === null ? (
          <span className="faint">{t('reconcile.noOrder')}</span>
        ) : (
          <>
            <TruncatedNumber>{orderNumber(row)}</TruncatedNumber>
            {row.orders > 1 && <span className="faint"> +{row.orders - 1}</span>}
          </>
        ),
      { cellName: (row) => (row.order === null ? undefined : orderNumber(row)) },
    ),
    column(
      'orderAmount',
      WIDTHS.orderAmount,
      ({ order, orderSum, orders }) => {
        const amount = orders > 1 ? orderSum : (order?.amount ?? null)
        return amount === null ? '' : <CellAmount value={amount} fractionDigits={exactPlaces(amount, fractionDigits)} />
      },
      { align: 'end', cellName: ({ orderSum }) => (orderSum === null ? undefined : money(orderSum)) },
    ),
    column('status', [Math.max(WIDTHS.status[0], statusWidth), Math.max(WIDTHS.status[1], statusWidth)], ({ order }) =>
      order === null ? '' : <Status tone={statusTone(order.status)}>{status(order.status)}</Status>,
    ),
    column('mark', WIDTHS.mark, ({ mark }) =>
      mark === null ? (
        ''
      ) : (
        <Status tone={mark.as === 'RECONCILED' ? 'good' : 'bad'}>
          {mark.as === 'RECONCILED' ? t('reconcile.mark.RECONCILED') : mark.reason}
        </Status>
      ),
    ),
    column('time', WIDTHS.time, ({ order }) => (order === null ? '' : formatTime(order.time))),
  ]
}
