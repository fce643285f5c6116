import type { RouteId } from '#commands/navigation/routes.ts'
import type { Movement } from '#contract/moneyRows.ts'
import type { MessageKey } from '#locales/messages.ts'
import type { Refusal } from '#machines/money/submission.ts'
import type { Translate } from '../../../i18n.ts'
import type { ActiveScopes } from '../../../state/activeScopes.ts'
import { createSignal, type Signal } from '../../../state/signal.ts'
import type { Console } from '../../../useConsole.tsx'
import type { MoneyKindName } from '../flow/kinds.ts'

/** What a result page is to show: the record that was made, or why none was. */
export interface Result {
  kind: MoneyKindName
  record: Movement | null
  refusal: Refusal | null
}

const results = new WeakMap<Console, Signal<Result | null>>()

/** The last outcome that was shown on a page of its own, in memory only. */
export function latestResult(console: Console): Signal<Result | null> {
  const known = results.get(console) ?? createSignal<Result | null>(null)
  results.set(console, known)
  return known
}

const FAILED_STATUSES = new Set(['FAILED', 'EXPIRED'])

/** Whether it went as somebody wanted it, as far as it is known: what he took back did. */
export const isGoodOutcome = ({ status }: Movement): boolean => !FAILED_STATUSES.has(status)

/** On which page it is told. */
export const resultPage = (record: Movement | null): RouteId =>
  record !== null && isGoodOutcome(record) ? 'result.success' : 'result.fail'

/** What is on its way, or was taken back, is no success yet. */
const TITLES: Record<string, MessageKey> = {
  CREATED: 'form.submitted',
  PENDING_CHECK: 'form.submitted',
  PROCESSING: 'form.submitted',
  CANCELLED: 'money.result.title.CANCELLED',
}

/** Calls the page what the record is; also before the page is here, because its place alone would call it a success. */
export function setResultTitle({ title }: ActiveScopes, record: Movement | null, t: Translate): void {
  const key = record === null ? undefined : TITLES[record.status]
  title.set(key === undefined ? null : { place: resultPage(record), text: t(key) })
}
