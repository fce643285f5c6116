import { createElement, type ReactNode } from 'react'
import { rowKinds } from '#commands/rows/kinds.ts'
import type { RowKind } from '#commands/rows/rowRef.ts'
import { NOTIFY_STATUSES, type OptionList, PAY_METHODS, REVIEWS } from '#contract/options.ts'
import { FEE_TYPES } from '#contract/rows/fees.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { Options } from '#machines/options/optionsMachine.ts'
import { NO_FIGURE } from '../format/noFigure.ts'
import type { Translate } from '../i18n.ts'
import { amount, type CellFormat, option, signedAmount, state, VALUE_FORMATS } from '../table/cellFormats.tsx'
import { statusTone, type Tone } from '../ui/Status.tsx'
import { TimeLeft } from './TimeLeft.tsx'

/** How a field renders and copies; some fields render from more of the row than their value. */
export interface FieldFormat extends Omit<CellFormat, 'render'> {
  render(value: string, row: ListedRow): ReactNode
  /** All labels that the field may have, as far as they are known: its column is as wide as the longest one. */
  readonly labels?: readonly string[]
}

const REVIEW_TONES: Record<string, Tone> = { NONE: 'idle', RECONCILED: 'good', DISCREPANT: 'bad' }
const NOTIFY_TONES: Record<string, Tone> = { NONE: 'idle', PENDING: 'busy', SUCCESS: 'good', FAILED: 'bad' }

/** The label of a key; a placeholder where a gateway does not say. */
type LabelOf = (key: string | null | undefined) => string

const orNone =
  (labelOf: (key: string) => string): LabelOf =>
  (key) =>
    key == null ? NO_FIGURE : labelOf(key)

/** Kind of rows, and decimals of their amounts. */
interface RowTextsOptions {
  kind: RowKind
  fractionDigits: number
}

export type RowTexts = ReturnType<typeof createRowTexts>

/** Kind of a field's value. */
export type FieldKind = Parameters<RowTexts['formatOf']>[0]

/** Labels of the values of one kind of rows in the current language. Unknown keys are shown as they are. */
export function createRowTexts(t: Translate, options: Options, { kind, fractionDigits }: RowTextsOptions) {
  const textIn = (list: OptionList | null) => orNone((key) => (list === null ? null : options.raw?.[list]?.[key]) ?? key)
  const labelsIn = (list: OptionList | null) => Object.values((list && options.raw?.[list]) ?? {})
  const translated = (known: readonly string[], prefix: string) =>
    orNone((key) => (known.includes(key) ? t(`${prefix}.${key}` as CommonKey) : key))

  const status = textIn(rowKinds[kind].statuses)
  const channel = textIn('PayChannel')
  const method = translated(PAY_METHODS, 'field.payMethod')
  const notifyStatus = translated(NOTIFY_STATUSES, 'field.notifyStatus')
  const review = translated(REVIEWS, 'field.review')
  const feeType = translated(FEE_TYPES, 'field.feeType')
  const assignee = orNone((key) => (key === 'ME' ? t('assign.me') : key === 'NONE' ? t('assign.nobody') : key))
  const type = textIn(rowKinds[kind].types)
  const formats = {
    ...VALUE_FORMATS,
    amount: amount(fractionDigits),
    status: { ...state(status, statusTone), width: 'status', labels: labelsIn(rowKinds[kind].statuses) },
    notifyStatus: { ...state(notifyStatus, (key) => NOTIFY_TONES[key] ?? 'idle'), labels: NOTIFY_STATUSES.map(notifyStatus) },
    review: { ...state(review, (key) => REVIEW_TONES[key] ?? 'idle'), width: 'amount', labels: REVIEWS.map(review) },
    assignee: option(assignee),
    channel: { ...option(channel), width: 'channel' },
    method: { ...option(method), labels: PAY_METHODS.map(method) },
    feeType: { ...option(feeType), labels: FEE_TYPES.map(feeType) },
    type: { ...option(type), width: 'type', labels: labelsIn(rowKinds[kind].types) },
    signed: signedAmount(fractionDigits),
    timeLeft: { ...VALUE_FORMATS.text, render: (_, row) => createElement(TimeLeft, { row }) },
    receipt: option(() => t('field.receipt.there')),
  } satisfies Record<string, FieldFormat>
  return {
    t,
    formatOf: (name: keyof typeof formats): FieldFormat => formats[name],
    status,
    notifyStatus,
    review,
    assignee,
    channel,
    method,
    detailType: textIn('DetailType'),
    type,
  }
}
