import { atom } from 'jotai'
import type { RouteId } from '#commands/navigation/routes.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { MessageKey } from '#locales/messages.ts'
import type { Refusal } from '#machines/submission/submission.ts'
import type { Translate } from '../../../i18n.ts'
import type { ActiveScopes } from '../../../state/activeScopes.ts'
import type { MoneyKindName } from '../flow/kinds.ts'

/** The content of a result page: the movement that was created, or the refusal. */
export interface Result {
  kind: MoneyKindName
  movement: Movement | null
  refusal: Refusal | null
}

/** The last outcome that was shown on a result page, in memory only. */
export const resultAtom = atom<Result | null>(null)

const FAILED_STATUSES = new Set(['FAILED', 'EXPIRED'])

/** Whether a movement has not failed so far. A cancellation by the user counts as good. */
export const isGoodOutcome = ({ status }: Movement): boolean => status === null || !FAILED_STATUSES.has(status)

/** The result page of an outcome. */
export const resultPage = (movement: Movement | null): RouteId =>
  movement !== null && isGoodOutcome(movement) ? 'result.success' : 'result.fail'

/** Titles of the statuses for which the title of the success page would be wrong. */
const TITLES: Record<string, MessageKey> = {
  CREATED: 'form.submitted',
  PENDING_CHECK: 'form.submitted',
  PROCESSING: 'form.submitted',
  CANCELLED: 'money.result.title.CANCELLED',
}

/** Sets the document title of a result. Called before the page is mounted too, because its route would name it a success. */
export function setResultTitle({ title }: ActiveScopes, movement: Movement | null, t: Translate): void {
  const key = movement === null ? undefined : TITLES[movement.status ?? '']
  title.set(key === undefined ? null : { place: resultPage(movement), text: t(key) })
}
